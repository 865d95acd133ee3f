au BufRead,BufNewFile *.fuda setfiletype fuda
