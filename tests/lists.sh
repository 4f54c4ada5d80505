# SPDX-License-Identifier: Apache-2.0
# Read by tests/all.sh and tests/lists_test.sh: the long lists, found in the tree, so that a new block
# is in them by being there. A line is GROUP:NAME; the group is the block (or the program, or the test's
# folder) that the inputs are known of.
every_block() { tools/facts.sh sizes | sed 's/ .*//'; }
# Each block with each of its named sizes, but one.
named() {
    tools/facts.sh sizes | awk -v but="$1" '{for (i = 2; i <= NF; i++) if ($i != but) print $1 ":" $i}'
}

# Blocks with blocks inside.
units=$(tools/facts.sh children | sed 's/ .*//' | tr '\n' ' ')

# The lists with a part in each eighth; the lists of make test-all alone.
rotating='prove broken mutants cover sanitize replay configs lint'
whole_only='planted cosim soak whole'

. tests/mutant_lists.sh

# Programs, as the campaign of sim/cosim.sh has them.
programs() { ls -d programs/*/ | sed 's,.*/\([^/]*\)/$,\1,' | grep -v '_unsafe$'; }
few='vadd reduction bfs fft'

# Whole commands, by name; `whole NAME` prints one.
whole() {
    case $1 in
        lint) echo 'make lint' ;;
        unit) echo 'make unit' ;;
        programs) echo 'make programs FULL=1' ;;
        riscv) echo 'make riscv' ;;
        sizes) echo 'env -u EIGHTH tests/sizes.sh' ;;
        compare) echo 'make compare' ;;
        residency) echo 'make residency FULL=1' ;;
        area) echo 'make area' ;;
        outside) echo 'tests/outside.sh' ;;
        suite) echo 'tests/suite_test.sh' ;;
        numbers) echo 'env NUMBERS=long make numbers' ;;
        borders) echo 'make borders CONFIG=all' ;;
        verdicts) echo 'env COSIM=all tests/verdicts.sh' ;;
    esac
}

# Items that are in no eighth before their cost is measured: what a plan calls full may take long.
long_ones() { # kind
    [ "$1" != prove ] ||
        awk 'FNR == 1 {n = 0; b = FILENAME; gsub(/.*\/|_plan\.txt/, "", b)}
            !/^#/ && NF {n++; if ($1 == "full") printf " %s:%d", b, n} END {print " "}' formal/*/*_plan.txt
}

items() { # kind
    case $1 in
        prove) # the lines of the plans, numbered
            awk 'FNR == 1 {n = 0; b = FILENAME; gsub(/.*\/|_plan\.txt/, "", b)} !/^#/ && NF {print b ":" ++n}' \
                formal/*/*_plan.txt
            ;;
        broken) # mistakes, numbered; 0: every property has one
            awk -F@ 'FNR == 1 {n = 0; b = FILENAME; gsub(/.*\/|_broken\.txt/, "", b); print b ":0"}
                {gsub(/ /, "", $1)} $1 != "" && $1 !~ /^#/ {print b ":" ++n}' formal/*/*_broken.txt
            ;;
        mutants)
            awk 'FNR == 1 {b = FILENAME; gsub(/.*\/|\.txt/, "", b)} !/^#/ && NF {print b ":" $1}' tests/mutants/*.txt
            ;;
        cover) for b in $(every_block); do echo "$b:floors"; done ;;
        sanitize) for f in tests/*/*_test.c; do basename "$(dirname "$f")" | tr '\n' ':'; basename "$f" .c; done ;;
        replay) # of the machine and what holds it their blocks
            named '' | grep -E ':(small|odd)$' | grep -vE "^($(tools/facts.sh whole | sed 's/ .*//' | paste -sd'|')):"
            ;;
        configs) named '' ;;
        lint) named paper ;;
        planted)
            tests/planted.sh --bugs | tr " " ":"
            ;;
        cosim)
            for k in $(programs) modes; do
                for of in pdom dwf; do for with in static vt; do echo "$k:small/$of/$with"; done; done
                echo "$k:small/pdom/zorua"
                for of in sbi swi sbi-swi; do echo "$k:small/$of/static"; done
            done
            for k in $few; do
                for of in pdom dwf; do for with in static vt; do echo "$k:paper/$of/$with"; done; done
                echo "$k:fermi/pdom/zorua"
            done
            ;;
        soak) for b in $(every_block); do echo "$b:campaign"; done ;;
        whole)
            for n in lint unit programs riscv sizes compare residency area outside suite numbers borders \
                verdicts; do echo "$n:command"; done
            ;;
        *) echo "ERROR no list $1; there are: $rotating $whole_only" >&2; return 2 ;;
    esac
}
