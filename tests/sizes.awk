# SPDX-License-Identifier: Apache-2.0
# Golden models and their parameters as tests/sizes.c wants them: of the headers of cmodel, then lines
# BLOCK PARAMETER NAME of `facts.sh member`, then lines BLOCK A=1 B=2. A parameter's name in C is that of the RTL in lower case, with an underscore between its
# words; what the model's configuration has no member for is the RTL's alone.
function snake(name,    out, i, c) {
    out = tolower(substr(name, 1, 1))
    for (i = 2; i <= length(name); i++) {
        c = substr(name, i, 1)
        out = out (c ~ /[A-Z]/ ? "_" tolower(c) : c)
    }
    return out
}
FILENAME ~ /\.h$/ {
    if ($1 == "struct" && $3 == "{") struct = $2
    else if ($1 ~ /^}/) struct = ""
    else if ($1 == "uint32_t" && struct != "") {
        text = $0; sub(/\/\*.*|\/\/.*/, "", text); gsub(/uint32_t|;/, "", text)
        n = split(text, word, /[ ,]+/)
        for (i = 1; i <= n; i++) member[struct, word[i]] = 1
    }
    # const char *x_init(struct x *s, const struct x_cfg *cfg), in one line or two
    if (match($0, /[a-z0-9_]+_init\(/)) name = substr($0, RSTART, RLENGTH - 6)
    if (name != "" && match($0, /const struct [a-z0-9_]+ \*/)) {
        cfg[name] = substr($0, RSTART + 13, RLENGTH - 15)
        file[name] = FILENAME
        name = ""
    }
    next
}
NF == 3 && $2 !~ /=/ {named[$1, $2] = $3; next}
$1 in cfg {
    f = file[$1]; sub(/^cmodel\//, "", f)
    includes = includes "#include \"" f "\"\n"
    inits = inits "INIT(" $1 ", " cfg[$1] ")\n"
    rows = rows "    {\"" $1 "\", init_" $1 ", {"
    for (i = 2; i <= NF; i++) {
        p = $i; sub(/=.*/, "", p)
        m = (($1, p) in named) ? named[$1, p] : snake(p)
        m = ((cfg[$1], m) in member) ? "offsetof(struct " cfg[$1] ", " m ")" : "RTL_ALONE"
        rows = rows "{\"" p "\", " m "}, "
    }
    rows = rows "}},\n"
    next
}
{print "ERROR sizes: cmodel has no " $1 "_init" >"/dev/stderr"; exit 2}
END {printf "%s\n%sstatic const struct model models[] = {\n%s};\n", includes, inits, rows}
