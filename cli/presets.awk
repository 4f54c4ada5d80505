# SPDX-License-Identifier: Apache-2.0
# presets.awk - cli/memory.txt, cli/chips.txt and sim/config/sm.conf as a table in C: what `heddle run
# --preset` knows.
# A parameter's name in C is that of the RTL in lower case, with an underscore between its words.
function snake(name) {
    out = tolower(substr(name, 1, 1))
    for (i = 2; i <= length(name); i++) {
        c = substr(name, i, 1)
        out = out (c ~ /[A-Z]/ ? "_" tolower(c) : c)
    }
    return out
}
# A chip's name in C: where it lies in struct chip_memory_cfg.
BEGIN {
    split("Sms sms Slices slices Chunk chunk_bytes Hash hash UnderWay under_way Link link Flit flit_bytes " \
        "Depth depth L2Sets slice.sets L2Ways slice.ways Sectors slice.sectors Mshrs slice.mshrs " \
        "Merges slice.merges Latency slice.latency FetchDepth slice.depth DramDepth channel.depth " \
        "Banks channel.banks RowBytes channel.row_bytes BusBytes channel.bytes tCL channel.t_cl " \
        "tRCD channel.t_rcd tRP channel.t_rp tRAS channel.t_ras tRC channel.t_rc tRRD channel.t_rrd " \
        "tWTR channel.t_wtr Delay channel.delay Patience channel.patience ClockUp channel.clock_up " \
        "ClockDown channel.clock_down", words, " ")
    for (i = 1; i in words; i += 2) { place[words[i]] = words[i + 1]; places++ }
}
FNR == 1 { file++ }
/^#/ || NF == 0 || $1 ~ /:$/ { next }
file == 1 { memory[$1] = ".latency = " $2 ", .interval = " $3 ", .under_way = " $4; next }
file == 2 {
    if (NF - 1 != places) { print FILENAME ":" FNR ": a chip has " places " sizes" >"/dev/stderr"; exit 1 }
    for (f = 2; f <= NF; f++) {
        split($f, pair, "=")
        if (!(pair[1] in place)) { print FILENAME ":" FNR ": no size " pair[1] >"/dev/stderr"; exit 1 }
        chip[$1] = chip[$1] (f > 2 ? ", " : "") "." place[pair[1]] " = " pair[2]
    }
    next
}
{
    if (!($1 in memory)) next
    if (!($1 in chip)) { print FILENAME ": no chip " $1 >"/dev/stderr"; exit 1 }
    printf "    {\"%s\", {", $1
    for (f = 2; f <= NF; f++) {
        split($f, pair, "=")
        printf "%s.%s = %s", (f > 2 ? ", " : ""), snake(pair[1]), pair[2]
    }
    printf "}, {%s}, {%s}},\n", memory[$1], chip[$1]
}
