# SPDX-License-Identifier: Apache-2.0
# Draws a picture of a table. -v kind=: bars (groups side by side), stack (on top of each other),
# lines, box. First line of the table: names of the columns behind the first. Fields are separated
# by tabs; a field "-" is not there. -v title= y= top= (0: as the data wants).
# box: columns are in fives: least, quarter, median, three quarters, greatest.

function text(x, y, s, anchor, turn) {
    gsub(/&/, "\\&amp;", s)
    gsub(/</, "\\&lt;", s)
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n", x, y, anchor,
        turn ? sprintf(" transform=\"rotate(%d %.1f %.1f)\"", turn, x, y) : "", s
}
function box(x, y, w, h, colour) {
    printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n", x, y, w,
        h, colour
}
function line(x1, y1, x2, y2, colour, width) {
    printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%s\"/>\n",
        x1, y1, x2, y2, colour, width
}
function at(v) { return bottom - (v > top ? top : v) / top * height }
function colour(i) { return shade[(i - 1) % shades + 1] }

# A step of 1, 2 or 5 times a power of ten that makes at most eight of the range.
function step_of(range,  s) {
    s = 10 ^ int(log(range) / log(10) - 2)
    while (range / s > 8) {
        if (range / (2 * s) <= 8) return 2 * s
        if (range / (5 * s) <= 8) return 5 * s
        s *= 10
    }
    return s
}

function axes(  v, step, i) {
    text(left + width / 2, 18, title, "middle")
    text(14, bottom - height / 2, y, "middle", -90)
    step = step_of(top)
    for (v = 0; v <= top * 1.0001; v += step) {
        line(left, at(v), left + width, at(v), "#dddddd", 1)
        text(left - 4, at(v) + 4, sprintf("%g", v), "end")
    }
    for (i = 1; i <= names; i++) {
        box(left + width + 12, 36 + 18 * i, 12, 12, colour(i))
        text(left + width + 28, 46 + 18 * i, name[i], "start")
    }
    for (i = 1; i <= rows; i++)
        text(left + (i - 0.5) * width / rows + 4, bottom + 10, row[i], "end", -60)
}

function bars(  i, j, group, each) {
    group = width / rows
    each = group * 0.8 / names
    for (i = 1; i <= rows; i++) for (j = 1; j <= names; j++) {
        if (value[i, j] == "-") continue
        box(left + (i - 0.9) * group + (j - 1) * each, at(value[i, j]), each,
            bottom - at(value[i, j]), colour(j))
    }
}

function stack(  i, j, sum) {
    for (i = 1; i <= rows; i++) {
        sum = 0
        for (j = 1; j <= names; j++) {
            box(left + (i - 0.9) * width / rows, at(sum + value[i, j]), 0.8 * width / rows,
                at(sum) - at(sum + value[i, j]), colour(j))
            sum += value[i, j]
        }
    }
}

function lines(  i, j, x, last_x, last_y) {
    for (j = 1; j <= names; j++) {
        last_x = -1
        for (i = 1; i <= rows; i++) {
            if (value[i, j] == "-") continue
            x = left + (i - 0.5) * width / rows
            if (last_x >= 0) line(last_x, last_y, x, at(value[i, j]), colour(j), 2)
            box(x - 3, at(value[i, j]) - 3, 6, 6, colour(j))
            last_x = x
            last_y = at(value[i, j])
        }
    }
}

function boxes(  i, j, group, each, x, k) {
    group = width / rows
    each = group * 0.8 / names
    for (i = 1; i <= rows; i++) for (j = 1; j <= names; j++) {
        k = 5 * (j - 1)
        if (value[i, k + 1] == "-") continue
        x = left + (i - 0.9) * group + (j - 1) * each
        line(x + each / 2, at(value[i, k + 1]), x + each / 2, at(value[i, k + 5]), "#333333", 1)
        box(x + each * 0.1, at(value[i, k + 4]), each * 0.8,
            at(value[i, k + 2]) - at(value[i, k + 4]), colour(j))
        line(x + each * 0.1, at(value[i, k + 3]), x + each * 0.9, at(value[i, k + 3]), "#000000", 2)
    }
}

BEGIN {
    FS = "\t"
    shades = split("#555555 #c0392b #1f5fa8 #2e8b57 #f5b041 #8e44ad #7fb3d5 #a04000 #bbbbbb", shade, " ")
}
NR == 1 {
    for (i = 2; i <= NF; i++) name[++names] = $i
    next
}
{
    row[++rows] = $1
    sum = 0
    for (i = 2; i <= NF; i++) {
        value[rows, i - 1] = $i
        sum = kind == "stack" ? sum + $i : $i
        if ($i != "-" && sum > most) most = sum
    }
}
END {
    left = 60
    height = 320
    bottom = 360
    width = rows * (kind == "bars" ? 6 * names + 6 : kind == "box" ? 60 : 18)
    if (width < 360) width = 360
    if (top == 0) top = most * 1.05
    if (top == 0) top = 1
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", left + width + 170, 460
    print "font-family=\"Helvetica,sans-serif\" font-size=\"12\">"
    printf "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
    axes()
    if (kind == "stack") stack()
    else if (kind == "lines") lines()
    else if (kind == "box") boxes()
    else bars()
    line(left, bottom, left + width, bottom, "#000000", 1)
    print "</svg>"
}
