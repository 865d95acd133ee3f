/* The texts of the phones' pages, as index.html and the scripts beside it name them; see words.h. */
#include "words.h"
#include "core/core.h"

#include <stddef.h>
#include <string.h>

const char *const phone_words[] = {
    N_("Who are you?"), N_("Your turn"), N_("A question is open at the table"), N_("Answer"), N_("Type a line"),
    N_("Any line, as typed at the table"), N_("Say it"), N_("A ruling"), N_("Close"), N_("The board"),
    N_("The last round"), N_("Score"), N_("What was said"), N_("More lines"), N_("Between games"), N_("Take back"),
    N_("Photograph"), N_("More"), N_("Does it stand?"), N_("Look up"), N_("Enter for everybody on this phone"),
    N_("Back"), N_("Search the rules"), N_("Search"), N_("No connection. Trying again."), N_("Only watching"),
    N_("{name} (has a phone)"), N_("That could not be sent."), N_("The game is over"), N_("Nothing is asked"),
    N_("Sending: {line}"), N_("Waiting for the laptop: {line}"), N_("Take back: {line}"), N_("Take it back"),
    N_("Leave it"), N_("Or instead:"), N_("Tap the card that was laid."), N_("Only my own from now on"),
    N_("Enter it for {name}"), N_("Enter it on this phone"), N_("led"),
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
    N_("Ability"), N_("Another card"), N_("Another phone has taken {name}'s seat."), N_("Archive"),
    N_("Attack wins {n} of 36"), N_("Battle cards: {n}"), N_("Battle part"), N_("Before line {n}: {put}"),
    N_("Blue is broken"), N_("Body"), N_("Cards in hand"), N_("Changed by events"), N_("Deal {n}"), N_("Discards"),
    N_("Enter your hand"), N_("Graveyard"), N_("In the middle: {n}"), N_("Join at"), N_("Leave line {n} out"),
    N_("Mind"), N_("Minus card"), N_("Night {n}"), N_("Opening draft"), N_("Perhaps it was meant so:"),
    N_("Period {n}"), N_("Pile"), N_("Placement part"), N_("Points"), N_("Relics taken"), N_("Relics: {ranks}"),
    N_("Round {n}"), N_("Score table"), N_("Shells"), N_("Strength"), N_("Supports"), N_("Take {line} back?"),
    N_("The altar"), N_("The shadow is turned"), N_("The sun lies for {n} more"), N_("The table has closed."),
    N_("Trick {n}"), N_("Tricks won"), N_("Turn {n}"), N_("Won by {name}"), N_("Your hand"), N_("with the code"),
    N_("{name} lit {card}"), N_("Victory points"), N_("It stays, with the ruling."), N_("It goes, and can be said anew."), N_("Name"), N_("Another name"), N_("{name}'s turn"), N_("{n} of {all} cards"), N_("{n} points"), N_("The last battle"),
    N_("The last deal"), N_("The last night"), N_("Begin"), N_("Stopped before its end: nobody has won."), N_("Not taken"),
    NULL,
};

/* ---- what is asked, for fingers ------------------------------------------------------------ */

/* A text of a question that tells how to type, and what a phone says instead. */
static const struct { const char *typed, *tapped; } fingers[] = {
    {"cards as they fall; behind the first their ranks will do, and 0 j q k for 10 to 13", N_("the card that was played")},
    {"cards as they fall; behind the first their ranks will do, and 0 for 10", N_("the card that was played")},
    {"cards as they fall; behind the first their numbers will do", N_("the card that was played")},
    {"the card laid aside; ? if nobody knows it", N_("the card laid aside")},
    {"the two cards passed to the left, ? for unseen ones", N_("the two cards passed to the left")},
    {"… and the first cards", N_("who leads, and the first cards")},
    {"the battle cards, from left to right; of a position also what lies on them, h18+f5", N_("the battle cards, from left to right")},
    {"a human, a fire such as f5, or ? for a card that stays hidden", N_("a human, a fire, or a card that stays hidden")},
    {"humans with their places, fires such as f5, or ? for a card that stays hidden", N_("humans, fires, or cards that stay hidden")},
    {"the ignition card: a fire's number, or a human such as h9", N_("the ignition card")},
    {"… the same where it is plain from where", ""},
    {"… or a human that guards that one", N_("a human that guards another wounded card")},
    {"the points for no trick, one, two, …; the last number is for more tricks too", N_("the points for no trick, one, two and so on")},
    {"… and what one of them pays for no trick, one, two, …; the last number is for more tricks too",
     N_("the points that one of them pays for no trick, one, two and so on")},
    {"a score table's number, a minus card's suit or an ability's name; all three may share a line",
     N_("a score table, a minus card, an ability, or all three")},
    {"… and who leads", N_("who leads, and the cards")},
    {"… for who is on turn", N_("what the ability of who is on turn does")},
    {"… or what it makes of the card's number", N_("what an ability makes of the card's number")},
    {"… and of which cards other numbers are shuffled in", N_("the parent, and other numbers of cards than usual")},
    {"… behind what is laid on the altar", N_("laid on the altar, and the sun thrown away")},
    {"the child's hand at the ending, ? for what is not told", N_("the child's hand at the ending")},
    {"both agree to a second night; `quit` leaves it at that", N_("both agree to a second night")},
    {"that one", N_("the only one there is")},
    {"whose ability is used, by its name", N_("whose ability is used")},
    {"lays an event face down", N_("who lays an event face down")},
    {"who is the parent; the night begins with the usual fifteen cards", N_("the parent: the night begins with the usual fifteen cards")},
    {"nobody tells", N_("not seen")},
    {"… of two users, whose opponent need not be named", ""},
};

const char *phone_says(const char *text)
{
    for (size_t i = 0; i < sizeof fingers / sizeof *fingers; i++)
        if (strcmp(fingers[i].typed, text) == 0)
            return fingers[i].tapped;
    return text;
}
