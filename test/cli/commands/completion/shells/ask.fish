# Says for each line of standard input what the script $argv[1] offers for its last word.
source $argv[1]
while read -l line
  echo (complete -C "workspace-gateway $line" | string replace -r '\t.*' '')
end
