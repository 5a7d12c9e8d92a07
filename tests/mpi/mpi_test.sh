#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# zermelo-mpi under a real mpirun, on one machine:
#   mpi_test.sh ZERMELO ZERMELO_MPI MPIRUN FOLDER WHAT
# WHAT is same_bytes, asked_values, kills, pieces_same_bytes, pieces_kills, hybrid_same_bytes,
# hybrid_goes_on, hybrid_kills, faults, refusals or two_networks. Works in FOLDER, which is emptied. Exits with 77, and says
# why, if the system does not allow it.
set -euo pipefail
zermelo=$1 zermelo_mpi=$2 mpirun=$3 folder=$4 what=$5
games=$(cd "$(dirname "$0")/../../games" && pwd)
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

# (For Open MPI; others do not look at these: more ranks than processors, and as root in containers.)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none
export OMP_NUM_THREADS=1

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

leave_out() {
  echo "Left out: $*"
  exit 77
}

# by_ranks VERB RANKS FILE ARGUMENTS...
by_ranks() {
  local verb=$1 ranks=$2 file=$3
  shift 3
  "$mpirun" -np "$ranks" "$zermelo_mpi" "$verb" "$@" -o "$file" --threads 1
}
solve() { by_ranks solve "$@"; }
hybrid() { by_ranks hybrid "$@"; }

# Nothing but the table is left, and it is the expected one.
expect_table() {
  cmp "$1" "$2" || fail "$1 differs"
  local left
  left=$(find . -name "$(basename "$1").*")
  [[ -z $left ]] || fail "left over: $left"
}

same_bytes() {
  local game ranks number=0
  for game in "solve ostle size=4 start=3 lose=1" "solve ostle size=4 start=4 total=6 lose=2" \
    "solve ostle size=4 start=4 total=6 lose=2 repetition=symmetric" \
    "solve ostle size=3 start=3 lose=0" "solve ostle size=6 start=2 lose=0 total=3" \
    "reach ostle size=4 start=3 lose=1" "reach ostle size=4 start=3 lose=0 --all-moves"; do
    number=$((number + 1))
    # shellcheck disable=SC2086
    "$zermelo" $game -o "one$number.ztb" >/dev/null
    for ranks in 1 2 3 4 8; do
      # shellcheck disable=SC2086
      by_ranks ${game%% *} $ranks many.ztb ${game#* } >many.txt || fail "$game by $ranks"
      expect_table many.ztb "one$number.ztb"
      grep -q "^ranks  *$ranks, 1 thread each" many.txt || fail "no line about ranks: $(cat many.txt)"
      grep -q "^rounds  *[0-9]" many.txt || fail "no line about rounds: $(cat many.txt)"
      rm many.ztb
    done
  done
}

# Games in version 2 of BDDL.
pieces_same_bytes() {
  local game ranks number=0
  for game in "solve $games/dodgem/dodgem-4x4.bddl" \
    "solve $games/micro-shogi/king-and-pawn.bddl expand=lean" \
    "solve $games/six-mens-morris/four-men.bddl" "solve $games/kings-and-pieces/kqk.bddl" \
    "reach $games/dodgem/dodgem-4x4.bddl" "reach $games/dodgem/dodgem.bddl expand=lean"; do
    number=$((number + 1))
    # shellcheck disable=SC2086
    "$zermelo" $game -o "one$number.ztb" >/dev/null
    for ranks in 2 3; do
      # shellcheck disable=SC2086
      by_ranks ${game%% *} $ranks many.ztb ${game#* } >many.txt || fail "$game by $ranks"
      expect_table many.ztb "one$number.ztb"
      grep -q "^ranks  *$ranks, 1 thread each" many.txt || fail "no line about ranks: $(cat many.txt)"
      rm many.ztb
    done
  done
}

# Values are asked for where there is no room for all of them on every rank.
asked_values() {
  local game="ostle total=7 start=4 lose=2" needed
  # shellcheck disable=SC2086
  solve 3 many.ztb $game --memory 1M >log.txt 2>&1 && fail "it takes more than that"
  needed=$(grep -o 'on every rank, [0-9]*' log.txt | grep -o '[0-9]*')
  # shellcheck disable=SC2086
  "$zermelo" solve $game -o one.ztb --force >/dev/null
  # shellcheck disable=SC2086
  solve 3 many.ztb $game --memory "${needed}M" >many.txt || fail "$(cat many.txt)"
  grep -q "^values asked for *[1-9]" many.txt || fail "none were asked for: $(cat many.txt)"
  expect_table many.ztb one.ztb
}

hybrid_same_bytes() {
  local game ranks number=0
  for game in "columns=5 rows=4 --method bits" "columns=4 rows=4" "columns=3 rows=5 line=3 --method sets"; do
    number=$((number + 1))
    # shellcheck disable=SC2086
    "$zermelo" hybrid connect $game -o "one$number.ztb" >/dev/null
    for ranks in 1 2 3 4 8; do
      # shellcheck disable=SC2086
      hybrid $ranks many.ztb connect $game >many.txt || fail "$game by $ranks"
      expect_table many.ztb "one$number.ztb"
      grep -q "^ranks  *$ranks, 1 thread each" many.txt || fail "no line about ranks: $(cat many.txt)"
      grep -q "^rounds  *[0-9]" many.txt || fail "no line about rounds: $(cat many.txt)"
      rm many.ztb
    done
  done
  # Without a table.
  "$mpirun" -np 3 "$zermelo_mpi" hybrid connect columns=4 rows=4 --method none >many.txt
  grep -q "^boards *161,029$" many.txt || fail "$(cat many.txt)"
}

# Runs a function in a process of its own that gives way to those who watch it.
giving_way() {
  renice -n 10 "$BASHPID" >/dev/null
  "$@"
}

# Begun by three ranks, continued by two, by one process alone, and by four.
hybrid_goes_on() {
  local game="connect columns=5 rows=5 --method bits" ranks
  # shellcheck disable=SC2086
  "$zermelo" hybrid $game -o one.ztb --force >/dev/null
  for ranks in 3 2 0 4; do
    if ((ranks > 0)); then
      # shellcheck disable=SC2086
      giving_way hybrid $ranks many.ztb $game --resume >log.txt 2>&1 &
    else
      # shellcheck disable=SC2086
      nice -n 10 "$zermelo" hybrid $game --resume -o many.ztb >log.txt 2>&1 &
    fi
    if ((ranks < 4)); then
      stop_after_a_layer $! $ranks
      grep -q "^zermelo.*: Stopped; a checkpoint is saved." log.txt || fail "$(cat log.txt)"
    else
      wait $! || fail "$(cat log.txt)"
    fi
  done
  expect_table many.ztb one.ztb
}

# Waits until the run in the background has reported one more layer, and asks its last rank to stop;
# or, if RANKS is 0, the process itself.
stop_after_a_layer() {
  local run=$1 ranks=$2 told
  until told=$(grep -c '^ *[0-9]* .* bits ' log.txt) && ((told > 0)); do
    kill -0 "$run" 2>/dev/null || fail "it was too quick: $(cat log.txt)"
  done
  if ((ranks > 0)); then
    kill -INT "$(ranks_of "$run" | tail -1)"
  else
    kill -INT "$run"
  fi
  wait "$run" && fail "it was not stopped"
  true
}

# The processes that a process has started, and theirs.
descendants() {
  local child
  for child in $(ps -o pid= --ppid "$1"); do
    echo "$child"
    descendants "$child"
  done
}

# The ranks of a run, by its mpirun.
ranks_of() {
  local pid
  for pid in $(descendants "$1"); do
    [[ $(ps -o comm= -p "$pid") == zermelo-mpi* ]] && echo "$pid"
  done
}

# Kills a rank of the run in the background, if there is one, and waits for mpirun to end. Counts in
# `deaths`.
kill_one_of() {
  local run=$1 which=$2 pids
  mapfile -t pids < <(ranks_of "$run")
  if ((${#pids[@]} > 0)) && kill -KILL "${pids[which % ${#pids[@]}]}" 2>/dev/null; then
    deaths=$((deaths + 1))
  fi
  wait "$run" || true
}

kills() { kills_of 3 "ostle size=4 start=4 total=7 lose=1"; }
pieces_kills() { kills_of 2 "$games/dodgem/dodgem-4x4.bddl"; }

# kills_of RANKS GAME
kills_of() {
  local ranks=$1 game=$2 round run epoch deaths=0
  local options="--resume --checkpoint-every 0.02"
  RANDOM=25
  # shellcheck disable=SC2086
  "$zermelo" solve $game -o one.ztb --force >/dev/null
  for ((round = 0; round < 20; ++round)); do
    # shellcheck disable=SC2086
    solve $ranks many.ztb $game $options >log.txt 2>&1 &
    run=$!
    if ((round % 2 == 0)); then
      sleep "0.$((RANDOM % 9))$((RANDOM % 10))"
    else
      # As soon as one of the next epoch's files exists: most likely before the master does.
      epoch=$(find . -name 'many.ztb.checkpoint.*.0' | sed 's/.*checkpoint\.\([0-9]*\)\.0/\1/' | sort -n | tail -1)
      epoch=$((${epoch:-0} + 1 + RANDOM % 3))
      while kill -0 $run 2>/dev/null && [[ -z $(compgen -G "many.ztb.checkpoint.$epoch.*") ]]; do :; done
    fi
    kill_one_of $run $RANDOM
    if [[ -f many.ztb ]]; then  # it was quicker
      cmp many.ztb one.ztb || fail "round $round: another table"
      find . -name 'many.ztb*' -delete
    fi
  done
  # shellcheck disable=SC2086
  solve $ranks many.ztb $game --resume >log.txt 2>&1 || fail "the last run: $(cat log.txt)"
  expect_table many.ztb one.ztb
  ((deaths >= 10)) || fail "only $deaths of the ranks could be killed"
  echo "$deaths kills"
}

hybrid_kills() {
  local game="connect columns=5 rows=4 --method bits" round run ranks deaths=0
  RANDOM=25
  # shellcheck disable=SC2086
  "$zermelo" hybrid $game -o one.ztb --force >/dev/null
  for ((round = 0; round < 16; ++round)); do
    ranks=$((2 + round % 3))
    # shellcheck disable=SC2086
    hybrid $ranks many.ztb $game --resume --checkpoint-every 0 >log.txt 2>&1 &
    run=$!
    if ((round % 2 == 0)); then
      sleep "0.$((RANDOM % 9))$((RANDOM % 10))"
    else
      # As soon as some more layers are written.
      touch now
      until [[ ! -d /proc/$run || (many.ztb.checkpoint -nt now && $((RANDOM % 40)) == 0) ]]; do :; done
    fi
    kill_one_of $run $RANDOM
    if [[ -f many.ztb ]]; then  # it was quicker
      cmp many.ztb one.ztb || fail "round $round: another table"
      rm -rf many.ztb*
    fi
  done
  # shellcheck disable=SC2086
  hybrid 3 many.ztb $game --resume >log.txt 2>&1 || fail "the last run: $(cat log.txt)"
  expect_table many.ztb one.ztb
  ((deaths >= 8)) || fail "only $deaths of the ranks could be killed"
  echo "$deaths kills"
}

# A program that ranks start instead: $1 is a line for rank 1 alone, in which "$@" is what follows.
rank_script() {
  cat >rank.sh <<SCRIPT
#!/usr/bin/env bash
rank=\${OMPI_COMM_WORLD_RANK:-\${PMI_RANK:?}}
if [[ \$rank == 1 ]]; then
  $1
fi
exec "$zermelo_mpi" "\$@"
SCRIPT
  chmod +x rank.sh
}

# One sentence of ours, whatever mpirun adds.
expect_sentence() {
  local said
  said=$(grep -c '^zermelo-mpi: ' "$1") || true
  [[ $said == 1 ]] || fail "$said sentences: $(cat "$1")"
  grep -q "$2" "$1" || fail "not \"$2\": $(cat "$1")"
}

faults() {
  other_folder
  local game="ostle size=4 start=3 lose=1"
  # shellcheck disable=SC2086
  "$zermelo" solve $game -o one.ztb --force >/dev/null
  # The disk of rank 1 is full. (UCX, by which MPICH sends, would use files for memory that ranks
  # share.)
  export UCX_TLS=tcp,self
  rank_script "ulimit -f 16; trap '' XFSZ"
  # shellcheck disable=SC2086
  "$mpirun" -np 3 ./rank.sh solve $game -o many.ztb --threads 1 --checkpoint-every 0.1 >log.txt 2>&1 &&
    fail "a full disk was overlooked"
  expect_sentence log.txt "Cannot write .*many.ztb.checkpoint.*.1.*: File too large."
  # shellcheck disable=SC2086
  solve 3 many.ztb $game --resume >log.txt 2>&1 || fail "after a full disk: $(cat log.txt)"
  expect_table many.ztb one.ztb
  rm many.ztb
  unset UCX_TLS
  # That rank has less memory.
  rank_script 'set -- "$@" --memory 3M'
  # shellcheck disable=SC2086
  "$mpirun" -np 3 ./rank.sh solve $game -o many.ztb --threads 1 >log.txt 2>&1 &&
    fail "little memory was overlooked"
  expect_sentence log.txt "This solve needs, on every rank, .* the limit is 3 MiB"
  rank_script 'set -- "$@" --memory 3M'
  "$mpirun" -np 3 ./rank.sh hybrid connect columns=4 rows=4 --method bits -o many.ztb --threads 1 >log.txt 2>&1 &&
    fail "little memory was overlooked"
  expect_sentence log.txt "Two layers take, on every rank, .* the limit is 3 MiB"
  rm -r many.ztb.layers
  # That rank has another number of threads: this is not a fault.
  rank_script 'set -- "$@" --threads 2'
  # shellcheck disable=SC2086
  "$mpirun" -np 3 ./rank.sh solve $game -o many.ztb >log.txt 2>&1 || fail "$(cat log.txt)"
  expect_table many.ztb one.ztb
}

# refused SENTENCE RANKS ARGUMENTS...
refused() {
  local sentence=$1 ranks=$2
  shift 2
  "$mpirun" -np "$ranks" "$zermelo_mpi" "$@" >log.txt 2>&1 && fail "not refused: $*"
  expect_sentence log.txt "$sentence"
}

refusals() {
  local game="ostle size=4 start=4 total=7 lose=1" run
  refused "can only make tables" 2 count ostle
  refused "connect is solved by zermelo" 2 solve connect -o many.ztb
  refused "connect is solved by zermelo" 2 reach connect -o many.ztb
  refused "bddl is solved by zermelo" 2 solve --bddl "$games/hex/domain.bddl" "$games/hex/3x3.bddl" -o many.ztb
  refused "no tables of distances" 2 reach "$games/kings-and-pieces/kqk.bddl" -o many.ztb
  refused "Several ranks solve Connect Four only" 2 hybrid ostle -o many.ztb
  refused "boards of at most 64 squares" 2 hybrid connect columns=9 rows=7 -o many.ztb
  refused "there is no table to write" 2 hybrid connect --method none -o many.ztb
  refused "See zermelo-mpi --help" 2 solve ostle size=4
  refused "size" 2 solve ostle size=9 -o many.ztb
  refused "No such file or directory" 2 solve ostle size=3 start=3 lose=1 -o no/such/many.ztb
  "$mpirun" -np 2 "$zermelo_mpi" --help >help.txt || fail "no help"
  [[ $(grep -c '^zermelo for several processes' help.txt) == 1 ]] || fail "$(cat help.txt)"
  # Stopped as by Ctrl-C on one rank, and resumed with another number of ranks.
  # shellcheck disable=SC2086
  "$zermelo" solve $game -o one.ztb --force >/dev/null
  # shellcheck disable=SC2086
  solve 3 many.ztb $game --checkpoint-every 0 >log.txt 2>&1 &
  run=$!
  until [[ -f many.ztb.checkpoint ]]; do
    kill -0 $run 2>/dev/null || fail "no checkpoint: $(cat log.txt)"
  done
  kill -INT "$(ranks_of $run | tail -1)"
  wait $run && fail "it was not stopped"
  expect_sentence log.txt "Stopped; a checkpoint is saved."
  # shellcheck disable=SC2086
  refused "is from a run of 3 ranks and cannot go on with 2" 2 solve $game -o many.ztb --resume
  # shellcheck disable=SC2086
  solve 3 many.ztb $game --resume >log.txt 2>&1 || fail "$(cat log.txt)"
  expect_table many.ztb one.ztb
}

# The same where a rank sees another folder: nothing is written then that nobody could go on with.
other_folder() {
  local work
  mkdir -p other
  rank_script "cd other"
  for work in "solve ostle size=4 start=3 lose=1" "reach ostle size=4 start=3 lose=1" \
    "solve $games/dodgem/dodgem-4x4.bddl" "hybrid connect columns=4 rows=4 --method bits"; do
    # shellcheck disable=SC2086
    "$mpirun" -np 3 ./rank.sh $work -o many.ztb --threads 1 >log.txt 2>&1 && fail "another folder was overlooked: $work"
    expect_sentence log.txt "Rank 1, on .*, does not see the folder of many.ztb.* that rank 0, on .*, sees"
    [[ -z $(find . -name 'many.ztb*') ]] || fail "left over: $(find . -name 'many.ztb*')"
  done
}

# Two machines, as far as the network is concerned: network namespaces with a host name each and a
# cable between them. The folder is seen by both, unless a command for the second says otherwise.
make_two_networks() {
  network=zermelo-$$
  trap 'ip netns delete $network-1; ip netns delete $network-2' EXIT
  local n
  for n in 1 2; do
    ip netns add "$network-$n" 2>why.txt || leave_out "the system does not let this user make networks: $(cat why.txt)"
  done
  ip link add end1 netns "$network-1" type veth peer name end2 netns "$network-2"
  for n in 1 2; do
    ip -n "$network-$n" addr add "10.77.0.$n/24" dev "end$n"
    ip -n "$network-$n" link set lo up
    ip -n "$network-$n" link set "end$n" up
  done
  cat >on_machine.sh <<SCRIPT
#!/usr/bin/env bash
# on_machine.sh 10.77.0.N COMMAND...
n=\${1##*.}
shift
exec ip netns exec "$network-\$n" unshare --uts --mount bash -c "hostname machine\$n; \$(cat "$PWD/before\$n" 2>/dev/null) \$*"
SCRIPT
  chmod +x on_machine.sh
}

# on_two_machines FILE ARGUMENTS...
on_two_machines() {
  local file=$1
  shift
  ./on_machine.sh 10.77.0.1 exec "$mpirun" --host 10.77.0.1:1,10.77.0.2:1 --mca plm_rsh_agent ./on_machine.sh \
    --mca btl tcp,self --mca btl_tcp_if_include 10.77.0.0/24 --mca oob_tcp_if_include 10.77.0.0/24 \
    "$zermelo_mpi" "$@" -o "$PWD/$file" --threads 1
}

two_networks() {
  local game="solve ostle size=4 start=4 total=7 lose=1" rank run
  # ("mpirun (Open MPI) 4.1.4", "mpiexec (OpenRTE) 4.1.4")
  [[ $("$mpirun" --version) == *"(Open"* ]] || leave_out "only Open MPI's way to start ranks elsewhere is known here"
  command -v ip unshare >/dev/null || leave_out "ip or unshare is missing"
  make_two_networks
  # shellcheck disable=SC2086
  "$zermelo" $game -o one.ztb >/dev/null
  # shellcheck disable=SC2086
  on_two_machines many.ztb $game >many.txt 2>&1 || fail "$(cat many.txt)"
  grep -q "^updates .*[1-9].* of them sent" many.txt || fail "nothing went through the network: $(cat many.txt)"
  expect_table many.ztb one.ztb
  rm many.ztb
  # Either rank is killed once there is a checkpoint of its run.
  for rank in 1 2; do
    touch now
    # shellcheck disable=SC2086
    on_two_machines many.ztb $game --resume --checkpoint-every 0.05 >log.txt 2>&1 &
    run=$!
    until [[ many.ztb.checkpoint -nt now ]]; do
      kill -0 $run 2>/dev/null || fail "no checkpoint: $(cat log.txt)"
    done
    ip netns pids "$network-$rank" | while read -r pid; do
      [[ $(ps -o comm= -p "$pid") == zermelo-mpi* ]] && kill -KILL "$pid"
    done || true
    wait $run && fail "the death of rank $((rank - 1)) was overlooked: $(cat log.txt)"
    [[ -f many.ztb.checkpoint ]] || fail "the checkpoint is gone"
  done
  # shellcheck disable=SC2086
  on_two_machines many.ztb $game --resume >log.txt 2>&1 || fail "the last run: $(cat log.txt)"
  expect_table many.ztb one.ztb
  rm many.ztb
  # The second machine sees another folder.
  mkdir shared
  echo "mount -t tmpfs none '$PWD/shared';" >before2
  # shellcheck disable=SC2086
  on_two_machines shared/many.ztb $game >log.txt 2>&1 && fail "another folder was overlooked"
  expect_sentence log.txt "Rank 1, on machine2, does not see the folder of .*many.ztb that rank 0, on machine1, sees"
  [[ -z $(ls shared) ]] || fail "left over: $(ls shared)"
}

$what
