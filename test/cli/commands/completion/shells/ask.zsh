# Says for each line of standard input what the script $1 offers for its last word. The real `_describe`, `_files` and
# `compadd` work only while somebody types: here they say what they are given.
compdef() { [[ $1 == _workspace_gateway && $2 == workspace-gateway ]] || echo wrong }
_describe() { print -rn -- "${(@)${(@P)@[-1]}%%:*} " }
_files() { print -rn -- "* " }
compadd() { print -rn -- "${(@)@:#--} " }
source "$1"
while IFS= read -r line; do
  eval "words=(workspace-gateway $line)"
  CURRENT=${#words}
  _workspace_gateway
  echo
done
