# SPDX-License-Identifier: Apache-2.0
# result.sh - sourced, not run: where the result of an area.sh run is.

# DIR BLOCK CONFIG [PARAM=VALUE ...]
result_of() {
  printf '%s/%s-%s' "$1" "$2" "$3"
  shift 3
  for p; do printf -- '-%s' "$p" | tr -d =; done
  echo .kv
}
