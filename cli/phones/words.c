/* The texts of the phones' pages, as index.html and the scripts beside it name them; see words.h. */
#include "words.h"
#include "core/core.h"

#include <stddef.h>

const char *const phone_words[] = {
    N_("Who are you?"), N_("Your turn"), N_("A question is open at the table"), N_("Answer"), N_("Type a line"),
    N_("Any line, as typed at the table"), N_("Say it"), N_("A ruling"), N_("Close"), N_("The board"),
    N_("The last round"), N_("Score"), N_("What was said"), N_("More lines"), N_("Between games"), N_("Take back"),
    N_("Photograph"), N_("More"), N_("Does it stand?"), N_("Look up"), N_("Enter for everybody on this phone"),
    N_("Back"), N_("Search the rules"), N_("Search"), N_("No connection. Trying again."), N_("Only watching"),
    N_("{name} (has a phone)"), N_("That could not be sent."), N_("The game is over"), N_("{name} is on turn"),
    N_("Nothing is asked"), N_("Sending: {line}"), N_("Waiting for the laptop: {line}"), N_("Take back: {line}"),
    N_("Take it back"), N_("Leave it"), N_("Or instead:"), N_("Tap the card that was laid."),
    N_("Only my own from now on"), N_("Enter it for {name}"), N_("Enter it on this phone"), N_("led"),
    N_("{card}: its place in the row, from the left"), N_("At the right end"), N_("? not seen"),
    N_("The attacker's die"), N_("The defender's die"), N_("one less"), N_("one more"), N_("Add"),
    N_("Leave out {what}"), N_("The answer so far"), N_("Nothing chosen yet"), N_("No more than {count} here."),
    N_("Look the rule up"), N_("(taken back)"), N_("Let it stand"),
    N_("Not said yet: {line}. The table has gone on since."), N_("Say it now"), N_("No answer came to: {line}"),
    N_("The table has gone on since. Please look again."), N_("Reading the picture."),
    N_("This takes longer than usual."), N_("This picture could not be sent."), N_("Cards found: {count}"),
    N_("No card was found. Take it again, from nearer."), N_("The picture, with the cards found in it"), N_("Remove"),
    N_("Earlier"), N_("Later"), N_("Another card instead of {card}"), N_("Which card is it?"), N_("Add a card"),
    N_("What is in the picture?"), N_("A hand"), N_("Cards played, in this order"), N_("Cards shown"), N_("Whose?"),
    N_("Standings"), N_("Games played"), N_("Rules"), N_("Record"), N_("This page cannot be had just now."),
    NULL,
};
