#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The lint gate: every tool takes every file, in every configuration, without a word. No waivers.
# LINT=quick: a part of the configurations.
# LINT_SIZES="lane:odd vt:serial": these configurations alone, and nothing else.
# What fails is one line: FAIL lint <file>: <tool>: <first message>. Exit: 0 clean, 1 not, 2 broken.
set -u
LC_ALL=C.UTF-8
export LC_ALL

fails=0 sizes=0 files=0 scripts=0 formatted=0
tmp=$(mktemp -d) || exit 2
log=$tmp/log
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM

fail() { # file tool message
    printf 'FAIL lint %s: %s: %s\n' "$1" "$2" "$(printf '%s' "$3" | tr '\n' ' ' | cut -c1-300)"
    fails=$((fails + 1))
}

# silent WHERE TOOL COMMAND...: fails unless the command succeeds and says nothing.
silent() {
    where=$1 tool=$2
    shift 2
    "$@" >"$log" 2>&1
    code=$?
    if [ $code != 0 ] || [ -s "$log" ]; then
        fail "$where" "$tool" "$(grep -m1 . "$log" || echo "no message, exit code $code")"
    fi
}

for tool in verilator iverilog yosys clang-format dash; do
    command -v $tool >/dev/null || { echo "ERROR $tool is missing: make setup" >&2; exit 2; }
done

# ---- three readers of the RTL ------------------------------------------------------------------

# read_with_all FILE CONFIGURATION "A=1 B=2"
read_with_all() {
    file=$1 where="$1${2:+ ($2)}" parameters=$3
    module=$(basename "$file" .sv)
    generics= defparams= chparams=
    for p in $parameters; do
        generics="$generics -G$p"
        defparams="$defparams -P$module.$p"
        chparams="$chparams -chparam ${p%%=*} ${p#*=}"
    done
    if [ -n "${LINT_SIZES:-}" ]; then
        case " $LINT_SIZES " in *" ${module#hd_}:$2 "*) ;; *) return ;; esac
    fi
    kind=${module#hd_}
    case " $units " in *" $kind "*) kind=unit ;; esac
    case " $holders " in *" ${module#hd_} "*) kind=holder ;; esac
    # LINT=quick: the defaults; of the machine a small size too; of what holds it (16 SMs take Icarus
    # two minutes) a small one alone. Yosys takes long for what holds other blocks: it reads their
    # small size.
    tools='verilator iverilog yosys'
    case ${LINT:-}-$2-$kind in
        quick--holder) return ;;
        quick--unit) tools='verilator iverilog' ;;
        quick-small-unit) tools=yosys ;;
        quick--"$machine") tools='verilator iverilog' ;;
        quick--* | "quick-small-$machine" | quick-small-holder | -*) ;;
        *) return ;;
    esac
    sizes=$((sizes + 1))
    for reader in $tools; do read_with "$reader"; done
}

# read_with TOOL: the file, in the configuration that read_with_all has
# shellcheck disable=SC2086 # lists of words, on purpose
read_with() {
    case $1 in
        verilator)
            silent "$where" verilator verilator --lint-only -Wall $libraries $generics \
                --top-module "$module" "$file"
            ;;
        iverilog)
            silent "$where" iverilog iverilog -g2012 -Wall -t null -Y .sv $libraries \
                $defparams -s "$module" "$file"
            ;;
        yosys)
            silent "$where" yosys yosys -q -p "read_verilog -sv $file
                hierarchy -check -top $module $libdirs $chparams
                proc
                check -assert"
            ;;
    esac
}

machine=$(tools/facts.sh machine | sed 's/ .*//')
holders=$(tools/facts.sh whole | sed 's/ .*//' | grep -vx "$machine" | tr '\n' ' ')
units=$(tools/facts.sh inside | sed 's/ .*//' | grep -vx "$machine" | tr '\n' ' ')
libraries=$(for folder in rtl/*/; do printf -- '-y %s ' "${folder%/}"; done)
libdirs=$(for folder in rtl/*/; do printf -- '-libdir %s ' "${folder%/}"; done)
for file in $(find rtl -name '*.sv' | sort); do
    files=$((files + 1))
    block=$(basename "$file" .sv)
    block=${block#hd_}
    case " ${LINT_SIZES:-$block:} " in *" $block:"*) ;; *) continue ;; esac
    read_with_all "$file" '' ''
    case $file in rtl/common/* | rtl/sockets/*) continue ;; esac
    conf=sim/config/$block.conf
    [ -e "$conf" ] || { fail "$file" config "there is no $conf"; continue; }
    # `paper` is the defaults: compared below.
    for config in $(tools/params.sh "$block" | grep -vx paper); do
        read_with_all "$file" "$config" "$(tools/params.sh "$block" "$config")"
    done
done

if [ -n "${LINT_SIZES:-}" ]; then
    [ $fails = 0 ] && [ $sizes = "$(echo "$LINT_SIZES" | wc -w)" ] ||
        { echo "FAIL lint: $fails findings, $sizes sizes of: $LINT_SIZES"; exit 1; }
    echo "PASS lint $LINT_SIZES: verilator, iverilog, yosys"
    exit 0
fi

# ---- what rtl/ must not contain ----------------------------------------------------------------
for file in $(find rtl -type f | sort); do
    case $file in *.sv | rtl/heddle.f) ;; *) fail "$file" rtl 'not a .sv file' ;; esac
    for pattern in 'lint_o(n|ff)|verilator +(lint|coverage|tracing)_|synopsys|verible|spyglass' \
        'DPI-C|^ *(import|export) +"' '\$u?random'; do
        line=$(grep -m1 -nE "$pattern" "$file") && fail "$file" forbidden "$line"
    done
done
for file in $(find . -path ./build -prune -o -path ./.git -prune -o -name '*.vlt' -print); do
    fail "$file" forbidden 'a file of waivers'
done

# ---- one source of each number -----------------------------------------------------------------
# The parameters of a module's header with their defaults, one NAME=VALUE a line.
header() {
    sed -n "/^module /,/^);/p" "$1" |
        sed -n 's/^ *parameter \{1,\}int \{1,\}\([A-Za-z0-9_]*\) *= *\([0-9]*\).*/\1=\2/p'
}
for conf in sim/config/*.conf; do
    block=$(basename "$conf" .conf)
    file=$(ls rtl/*/hd_"$block".sv 2>/dev/null)
    [ -n "$file" ] || { fail "$conf" paper "there is no rtl/*/hd_$block.sv"; continue; }
    unknown=$(sed -n 's/^\([a-z]*\): .*/\1/p' "$conf" |
        grep -vxE 'tested|stimulus|ports|machine|objects|libraries|member|memory')
    [ -z "$unknown" ] || fail "$conf" facts "$unknown: tools/facts.sh knows no such key"
    for size in $(tools/facts.sh tested "$block"); do
        tools/params.sh "$block" | grep -qx "$size" || fail "$conf" facts "tested: $size is no size here"
    done
    paper=$(tools/params.sh "$block" paper 2>&1) || { fail "$conf" paper "$paper"; continue; }
    paper=$(printf '%s\n' $paper)
    defaults=$(header "$file")
    [ -n "$defaults" ] || ! grep -q '^ *parameter' "$file" ||
        fail "$file" paper 'no parameter int NAME = NUMBER in its header'
    for p in $paper; do
        default=$(printf '%s\n' "$defaults" | sed -n "s/^${p%%=*}=//p")
        if [ -z "$default" ]; then
            fail "$conf" paper "${p%%=*} is no parameter of $file"
        elif [ "$default" != "${p#*=}" ]; then
            fail "$conf" paper "${p%%=*} is ${p#*=} here, $default in $file"
        fi
    done
    for p in $defaults; do
        printf '%s\n' "$paper" | grep -q "^${p%%=*}=" ||
            fail "$conf" paper "${p%%=*} is missing, $file has it"
    done
    names=$(printf '%s\n' "$paper" | sed 's/=.*//' | sort | tr '\n' ' ')
    for config in $(tools/params.sh "$block"); do
        these=$(tools/params.sh "$block" "$config" | tr -s ' ' '\n' | sed 's/=.*//' | sort |
            tr '\n' ' ')
        [ "$these" = "$names" ] ||
            fail "$conf" paper "$config names $these; paper names $names"
    done
done

# ---- lists of files ----------------------------------------------------------------------------
tools/filelists.sh f | cmp -s - rtl/heddle.f || fail rtl/heddle.f list 'not what tools/filelists.sh writes'
tools/filelists.sh core | cmp -s - heddle.core || fail heddle.core list 'not what tools/filelists.sh writes'
silent rtl/heddle.f iverilog iverilog -g2012 -Wall -t null ${LINT:+-s hd_$machine} -c rtl/heddle.f

# ---- scripts and text --------------------------------------------------------------------------
sources() { # name patterns...
    for name in "$@"; do
        find . -path ./build -prune -o -path ./.git -prune -o -type f -name "$name" -print
    done | sed 's|^\./||' | sort
}
for file in $(sources '*.sh') $(find .ci -type f | sort); do
    scripts=$((scripts + 1))
    case $(head -1 "$file") in
        '#!/bin/sh') [ -x "$file" ] || fail "$file" sh 'not executable' ;;
        '#!'*) fail "$file" sh 'the first line is not #!/bin/sh' ;;
        *) ;; # read by other scripts
    esac
    silent "$file" dash dash -n "$file"
done

# yosys 0.23 reads the constant '1 of a localparam or parameter as 1, not as all ones, without a word.
for file in $(sources '*.sv'); do
    line=$(awk "/^ *(localparam|parameter)/ {inside = 1} inside && /'1([^0-9a-z]|\$)/ {print FNR; exit}
        /[;)]/ {inside = 0}" "$file")
    [ -z "$line" ] || fail "$file" text "line $line: '1 in a parameter; write {Width{1'b1}}"
done

tab=$(printf '\t')
for file in $(sources '*.sv' '*.c' '*.h' '*.sh' '*.fields' '*.part'); do
    line=$(grep -m1 -n "$tab" "$file") && fail "$file" text "line ${line%%:*}: a tab"
    columns=100
    case $file in *.sh) columns=120 ;; esac # sed expressions and tables do not fold
    line=$(grep -nE "^.{$((columns + 1)),}" "$file" | cut -d: -f1 | tr '\n' ' ')
    [ -z "$line" ] || fail "$file" text "more than $columns columns: line $line"
    head -3 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' ||
        fail "$file" text 'no SPDX-License-Identifier: Apache-2.0 in its first lines'
done

# All in one call: starting takes clang-format longer than a file does.
c_files=$(sources '*.c' '*.h')
# shellcheck disable=SC2086 # a list of words
if [ -n "$c_files" ] && ! clang-format --style=file --dry-run -Werror $c_files >"$log" 2>&1; then
    for file in $(sed -n 's/^\([^ :]*\.[ch]\):.*/\1/p' "$log" | sort -u); do
        fail "$file" clang-format "$(grep -m1 "^$file:" "$log")"
    done
    [ $fails != 0 ] || fail '*.c' clang-format "$(grep -m1 . "$log" || echo 'no message')"
fi
formatted=$(echo "$c_files" | grep -c .)

# ------------------------------------------------------------------------------------------------
if [ $fails != 0 ]; then
    echo "FAIL lint: $fails findings"
    exit 1
fi
echo "PASS lint $files RTL files in $sizes sizes (verilator, iverilog, yosys), $scripts scripts," \
    "$formatted C files; no waiver"
