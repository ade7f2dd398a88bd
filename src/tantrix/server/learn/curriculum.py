"""The lessons of the tutorial in order, in English: positions, tasks and texts.

Every position was found in random games. Tests check the texts against the rules: the tempting placement is
refused for the given reason, and each task can be solved.
"""

from tantrix.game import Verdict
from tantrix.server.learn.lessons import Lesson, LessonGoal, LessonMark, RushGoal, RushStep, StepDefinition
from tantrix.server.wording.catalogues import gettext_noop

_FORCED = (
    "RB hand=2; 21 7 / 43 54; 7@0,0^5+34 43@1,0^1+42 34@0,-1^5+50 42@-1,1^0+44 54@-1,0^5+47 47@1,-1^4+36"
)
_ENDGAME = (
    "RBYG; 26 23 13 11 43 28 / 24 9 53 48 36 30 / 41 27 18 38 49 1 / 40 15 12 39 31 14; "
    "23@0,0^5+16 30@-1,1^3+35 41@-1,0^1+45 31@-2,1^5+50 16@-2,2^1+37 9@0,1^0+21 1@-1,2^2+42 45@-2,3^3+8 "
    "15@1,0^0+52 26@-3,1^2+44 11@-2,0^2+2 35@-3,0^3+56 18@-3,2^5+46 8@0,2^3+6 12@-1,-1^0+51 39@0,-1^5+29 "
    "50@1,-1^1+4 28@-3,3^5+22 43@-2,-1^4+20 20@1,1^1+10 37@1,-2^5+19 48@0,-2^0+33 21@-1,-2^2+47 33@-1,3^1+54 "
    "24@1,-3^3+34 34@0,-3^0+25 6@2,-1^2+7 51@2,0^1+32 14@2,-2^1+3 4@-4,1^1+55 2@-4,2^3+5 5@2,-3^4+17 "
    "17@-4,3^1 19@-3,-1^1 25@-2,4^5 38@-4,0^3 42@3,-1^4 52@-1,4^3 3@0,3^3 13@1,2^1"
)
_RUSH = "55@0,0^1 25@-1,1^1 49@0,1^0 27@-1,0^1"

LESSONS = (
    Lesson(
        "lines",
        gettext_noop("Your line"),
        (
            StepDefinition(
                gettext_noop(
                    "You play red. Each tile that your red line runs through is one point. "
                    "Make it longer: place your tile at one of its ends."
                ),
                gettext_noop("Your line is longer: one more point!"),
                LessonGoal.LENGTHEN,
                "RB hand=1; 26 / 56; 26@0,0^1+19 56@-1,1^4+15 19@0,-1^1+8 15@1,-1^0+38 38@-1,0^1+6",
                target="8@2,-2^0",
                draw=27,
                nudge=gettext_noop("That is allowed, but your red line does not grow. Try one of its ends."),
            ),
        ),
    ),
    Lesson(
        "golden-rule",
        gettext_noop("The golden rule"),
        (
            StepDefinition(
                gettext_noop(
                    "Where two tiles touch, their colours match: this is the golden rule. "
                    "Place your tile on the ringed space just as it is, and see what happens."
                ),
                gettext_noop("The tile comes back to you. Nothing is lost."),
                LessonGoal.REFUSAL,
                "BR hand=1; 16 / 22; 16@0,0^3+40 22@0,1^0+43 40@1,0^5+5",
                target="43@1,-1^0",
                reason=Verdict.MISMATCH,
                nudge=gettext_noop("That fits! But first try the ringed space, with the tile as it is."),
                turns_freely=True,
            ),
            StepDefinition(
                gettext_noop(
                    "Now turn the tile until its colours fit: tap it again, or press R. Then "
                    "place it on the ringed space."
                ),
                gettext_noop("All colours match. From now on the board turns the tile for you."),
                LessonGoal.SPOT,
                target="43@1,-1^4",
                draw=21,
                nudge=gettext_noop("That fits too. But try the ringed space."),
                turns_freely=True,
            ),
        ),
    ),
    Lesson(
        "hand",
        gettext_noop("Six tiles"),
        (
            StepDefinition(
                gettext_noop(
                    "You hold six tiles, and everybody can see them. Choose one, and place it "
                    "on any bright space."
                ),
                gettext_noop("You drew a new tile at once. So you hold six until the bag is empty."),
                LessonGoal.LAY,
                "RB; 56 32 6 8 24 25 / 16 53 18 14 20 19; 56@0,0^5+2 18@-1,0^5+1 32@-1,1^0+15 1@0,1^4+12",
                draw=9,
            ),
        ),
    ),
    Lesson(
        "forced-spaces",
        gettext_noop("Forced spaces"),
        (
            StepDefinition(
                gettext_noop(
                    "A space with tiles on three sides is a forced space: it has a dot. "
                    "But you would like a longer line. Try a tile on the ringed space."
                ),
                gettext_noop("If a tile of yours fits a forced space, you must fill that space first."),
                LessonGoal.REFUSAL,
                _FORCED,
                target="21@0,-2^4",
                reason=Verdict.FORCED_FIRST,
                nudge=gettext_noop("That is right. But see first what the ringed space does."),
                teaches=(LessonMark.DOT,),
            ),
            StepDefinition(
                gettext_noop("So fill the forced space. The tile that fits has an arrow."),
                gettext_noop("Filled! Now you may place one tile of your choice."),
                LessonGoal.FILL,
                draw=16,
                teaches=(LessonMark.ARROW,),
            ),
            StepDefinition(
                gettext_noop(
                    "Now the tile of your choice. Place the ringed one, with three tight "
                    "corners, on the ringed space: your line grows."
                ),
                gettext_noop("Longer! But look: there is a new forced space."),
                LessonGoal.SPOT,
                target="21@0,-2^4",
                draw=24,
                nudge=gettext_noop(
                    "That is allowed. But this time place the ringed tile on the ringed space."
                ),
            ),
            StepDefinition(
                gettext_noop("Your turn is not over: a tile of yours fits the new forced space. Fill it."),
                gettext_noop("That was a whole turn: fill, place one of your choice, fill again."),
                LessonGoal.FILL,
                draw=53,
            ),
        ),
    ),
    Lesson(
        "three-of-one-colour",
        gettext_noop("Never three of one colour"),
        (
            StepDefinition(
                gettext_noop(
                    "While the bag holds tiles, three things are forbidden. Here is the "
                    "first. Place a tile on the ringed space without turning it."
                ),
                gettext_noop(
                    "The space beside it would need a tile with three ends of one colour. "
                    "There is none, so nobody could ever fill it."
                ),
                LessonGoal.REFUSAL,
                "RB hand=2; 45 7 / 41 40; 7@0,0^4+42 41@-1,0^1+54 45@0,-1^3+37 40@-1,-1^3+4",
                target="37@-2,-1^1",
                reason=Verdict.TRIPLE,
                nudge=gettext_noop(
                    "That is allowed. But first try the ringed space, without turning the tile."
                ),
            ),
            StepDefinition(
                gettext_noop(
                    "Now make your red line longer: turn the tile there, or try another end of the line."
                ),
                gettext_noop("Well done: no space needs three ends of one colour."),
                LessonGoal.LENGTHEN,
                draw=46,
                nudge=gettext_noop("That is allowed, but your red line does not grow. Try one of its ends."),
            ),
        ),
    ),
    Lesson(
        "fourth-side",
        gettext_noop("Never a fourth side"),
        (
            StepDefinition(
                gettext_noop(
                    "The second thing: you have no tile for the forced space, so it stays open. "
                    "Try a tile on the ringed space beside it."
                ),
                gettext_noop("The forced space waits for its tile. Nobody may put a fourth tile around it."),
                LessonGoal.REFUSAL,
                "RB hand=2; 32 52 / 47 5; 32@0,0^2+14 5@-1,1^0+41 52@1,-1^0+4 41@1,0^4+33",
                target="14@1,1^0",
                reason=Verdict.FOURTH_SIDE,
                nudge=gettext_noop("That is allowed. But first try the ringed space."),
            ),
            StepDefinition(
                gettext_noop("Now make your red line longer at its other end."),
                gettext_noop("Longer, and the forced space still has three sides."),
                LessonGoal.LENGTHEN,
                draw=10,
                nudge=gettext_noop("That is allowed, but your red line does not grow. Try its other end."),
            ),
        ),
    ),
    Lesson(
        "controlled-sides",
        gettext_noop("Controlled sides"),
        (
            StepDefinition(
                gettext_noop(
                    "The third thing: a forced space controls the rows beside it, the grey spaces. "
                    "Try a tile on the ringed one."
                ),
                gettext_noop(
                    "Tiles along that row would put a fourth tile around the forced space in the end. "
                    "So the row is closed until the space is filled."
                ),
                LessonGoal.REFUSAL,
                "RB hand=2; 28 31 / 9 53; 31@0,0^5+8 9@0,1^5+6 8@0,2^0+39 6@-1,3^1+16",
                target="28@-1,0^1",
                reason=Verdict.CONTROLLED,
                teaches=(LessonMark.GREY,),
                nudge=gettext_noop("That is allowed. But first try the ringed space."),
            ),
            StepDefinition(
                gettext_noop("Now make your red line longer where no space is grey."),
                gettext_noop("Longer! Now you know all three things that are forbidden."),
                LessonGoal.LENGTHEN,
                draw=36,
                nudge=gettext_noop("That is allowed, but your red line does not grow. Try its other end."),
            ),
        ),
    ),
    Lesson(
        "loops",
        gettext_noop("Loops count double"),
        (
            StepDefinition(
                gettext_noop("If your line closes to a loop, each of its tiles is two points. Close it!"),
                gettext_noop("A loop of six tiles: twelve points instead of six!"),
                LessonGoal.LOOP,
                "RB hand=2; 37 39 / 48 33; 37@0,0^3+35 33@-1,1^2+29 39@-1,2^0+51 35@0,1^4+14 29@0,2^3+4",
                draw=1,
                nudge=gettext_noop("That is allowed, but the loop is still open. Look for the gap."),
            ),
        ),
    ),
    Lesson(
        "endgame",
        gettext_noop("The endgame"),
        (
            StepDefinition(
                gettext_noop(
                    "The bag is empty: now the three things are allowed. Place the tile with "
                    "the straight green line on the ringed space, as a fourth tile around a "
                    "forced one."
                ),
                gettext_noop(
                    "Allowed, and your line grew! When all tiles are placed, the best line or loop wins."
                ),
                LessonGoal.SPOT,
                _ENDGAME,
                target="22@3,-3^5",
                nudge=gettext_noop(
                    "That is allowed. But this time place the ringed tile on the ringed space."
                ),
            ),
        ),
    ),
    Lesson(
        "gobble",
        gettext_noop("Gobble"),
        rushes=(
            RushStep(
                gettext_noop(
                    "Gobble is a race: no turns, all play at once. Flip a tile from your "
                    "stock and place it where it touches at least two tiles."
                ),
                gettext_noop("That's it: flip, place, flip, place. The first to run out of tiles wins."),
                RushGoal.LAY,
                _RUSH,
                (54, 40, 45),
                nudge=gettext_noop("This tile fits somewhere. Look for a space beside two tiles."),
            ),
            RushStep(
                gettext_noop("Flip the next tile. It fits nowhere: put it aside, on your penalty pile."),
                gettext_noop(
                    "It lies open beside you. It may come back only in a space with three sides or more."
                ),
                RushGoal.ASIDE,
                _RUSH,
                (37, 40, 45),
            ),
            RushStep(
                gettext_noop(
                    "A space with three sides glows. Place your penalty tile there and call "
                    "Gobble: you give one of your tiles away!"
                ),
                gettext_noop("Gobble! One tile placed and one given away: two fewer for you."),
                RushGoal.GOBBLE,
                "9@0,0^5 37@0,-1^2 52@-1,0^2 49@1,-1^1 5@1,-2^3 17@0,-2^5",
                (40, 45),
                (10,),
                nudge=gettext_noop("This time place the penalty tile on the space that glows."),
            ),
        ),
    ),
)
