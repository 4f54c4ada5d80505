#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The long campaign: SOAK cycles (10^8) of deep lockstep for each block in BLOCK, parted among its
# profiles and its sizes in CONFIG (all; tested: those that make test builds), two runs at a time. Each
# run has a seed of its own, made of SEED and its place in the block's list. Writes build/soak.tsv, one
# line a run: block, configuration, profile, seed, cycles, elements compared, mismatches, and a checksum
# of what the run met (its coverage counts).
#
# records/campaign.tsv is such a file of a campaign that was run whole; its first line says with which
# SOAK and CONFIG. Lines of a run that is in it, too, must be the same: then this run has reproduced it.
# A block whose stimulus or bins were changed will differ: run the campaign anew and replace its lines.
# The file holds no lines that an older tree has made: with a change of all stimuli, empty the file.
set -u
total=${SOAK:-100000000}
dir=build/soak
rm -rf "$dir"
mkdir -p "$dir"

for block in $BLOCK; do
    place=0
    case $CONFIG in
        all) configs=$(tools/params.sh "$block") ;;
        tested) configs=$(tools/facts.sh tested "$block") ;;
        *) configs=$CONFIG ;;
    esac
    first=$(echo "$configs" | head -n 1)
    profiles=$("build/sim/$block/${first%% *}/deep/Vtb" --block="$block" --list-profiles)
    runs=$(($(echo "$configs" | wc -w) * $(echo "$profiles" | wc -w)))
    for config in $configs; do
        for profile in $profiles; do
            place=$((place + 1))
            echo "$block $config $profile $((SEED * 1000 + place)) $(((total + runs - 1) / runs))"
        done
    done
done >"$dir/list"

export dir
xargs -P 2 -L 1 sh -c '
    result=$dir/$1-$2-$3
    "build/sim/$1/$2/deep/Vtb" --block="$1" --config="$2" --profile="$3" --seed="$4" --cycles="$5" \
        --result="$result.kv" \
        --command="make lockstep BLOCK=$1 CONFIG=$2 PROFILE=$3 SEED=$4 CYCLES=$5" >"$result.log" 2>&1
    [ -s "$result.kv" ] || { cat "$result.log" >&2; exit 0; }
    value() { sed -n "s/^$1=//p" "$result.kv"; }
    met=$(grep "^bin=" "$result.kv" | LC_ALL=C sort | cksum | cut -d " " -f 1)
    [ "$(value mismatches)" = 0 ] || head -3 "$result.log" >&2
    printf "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n" "$1" "$2" "$3" "$4" "$(value cycles)" \
        "$(value compared)" "$(value mismatches)" "$met" >"$result.tsv"
' sh <"$dir/list"

printf '# make soak SOAK=%s CONFIG=%s SEED=%s: block\tconfig\tprofile\tseed\tcycles\tcompared\tmismatches\tmet\n' \
    "$total" "$CONFIG" "$SEED" >build/soak.tsv
cat "$dir"/*.tsv >>build/soak.tsv

wanted=$(wc -l <"$dir/list")
awk -F '\t' -v wanted="$wanted" '
    /^#/ { next }
    NR == FNR { before[$1, $2, $3, $4, $5] = $0; next }
    {
        runs++; bad += $7 > 0; cycles[$1] += $5; elements[$1] += $6
        key = $1 SUBSEP $2 SUBSEP $3 SUBSEP $4 SUBSEP $5
        if (key in before) { if (before[key] == $0) same++; else { differ++; print "DIFFERS " $0 } }
    }
    END {
        for (b in cycles) printf "%-20s %12.0f cycles %16.0f elements compared\n", b, cycles[b], elements[b]
        printf "%d of %d runs; %d with a mismatch; %d reproduce records/campaign.tsv, %d differ from it\n",
            runs, wanted, bad, same, differ
        exit !(runs == wanted && !bad && !differ)
    }' records/campaign.tsv build/soak.tsv || { echo "FAIL soak: build/soak.tsv, logs in $dir"; exit 1; }
echo "PASS soak"
