# Says for each line of standard input what the script $1 offers for its last word.
source "$1"
while IFS= read -r line; do
  eval "COMP_WORDS=(workspace-gateway $line)"
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _workspace_gateway
  echo "${COMPREPLY[*]}"
done
