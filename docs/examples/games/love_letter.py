"""Love Letter: draw a card, play one of two; who is left in the round, or holds the highest card at its end, wins a token of affection.

Rules: Seiji Kanai, Love Letter, the classic edition of 16 cards (AEG 2012) for 2 to 4 players. A tie at the end of a round goes to the
highest sum of cards played; who is level then too wins no token.
"""

from simcli.small import EACH, Cards, Deck, Int, draw, left_in, most, next_in, shuffle_back, total

PLAYERS = 2, 4
SCORES = 0, 100
NUMBERS = {"tokens": 13}  # 7, 5 or 4 of them win among 2, 3 or 4; of 0 the first one
DECISIONS = {"play": ["play"], "effect": ["choose", "guess"]}
PLAY, EFFECT = 0, 1
# targets: 1 another player, 2 the player as well.
CARDS = """
id        copies  strength  targets
guard     5       1         1
priest    2       2         1
baron     2       3         1
handmaid  2       4         0
prince    2       5         2
king      1       6         1
countess  1       7         0
princess  1       8         0
"""
GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(8)


class State:
    deck: Deck()
    aside: Cards(hidden=True)
    face_up: Cards()  # three cards with two players
    hand: Cards(EACH, hidden="seen_by")
    seen_by: Int(EACH, EACH)
    drawn: Cards(EACH, hidden=True)
    played: Cards(EACH)
    is_in: Int(EACH)
    is_safe: Int(EACH)
    tokens: Int(EACH)
    rating: Int(EACH)
    card: Int()  # that was played


def setup(s, t):
    deal(s, t, s.first)


def deal(s, t, first):
    """A new round: all cards are shuffled, one is set aside, and every player gets one."""
    shuffle_back(s, s.deck, s.aside)
    shuffle_back(s, s.deck, s.face_up)
    for p in range(t.players):
        shuffle_back(s, s.deck, s.hand[p])
        shuffle_back(s, s.deck, s.played[p])
        s.is_in[p], s.is_safe[p] = 1, 0
    s.seen_by[:] = 0
    draw(s.deck, s.aside)
    for _ in range(3 if t.players == 2 else 0):
        draw(s.deck, s.face_up)
    for p in range(t.players):
        draw(s.deck, s.hand[p])
    s.actor = first
    begin_turn(s)


def begin_turn(s):
    draw(s.deck, s.drawn[s.actor])
    s.is_safe[s.actor] = 0
    s.phase = PLAY


def held(s, p):
    """The card in a player's hand."""
    return s.hand[p].argmax()


def legal_play(s, t, card):
    both = s.hand[s.actor] + s.drawn[s.actor]
    return both[card] > 0 and (card == COUNTESS or both[COUNTESS] == 0 or both[PRINCE] + both[KING] == 0)


def act_play(s, t, card):
    """One of two cards. The Countess has to be played where the other is a Prince or the King."""
    p = s.actor
    s.played[p, card] += 1
    if s.hand[p, card] > 0:  # the card drawn takes its place, which nobody has seen
        s.hand[p, card] -= 1
        s.hand[p, s.drawn[p].argmax()] += 1
        s.seen_by[p, :] = 0
    s.drawn[p, :] = 0
    s.card, s.phase = card, EFFECT
    s.is_safe[p] = card == HANDMAID
    if card == PRINCESS:
        lay_down(s, p, False)
    for seat in range(t.players):
        if may_choose(s, t, card, seat):
            return
    end_turn(s, t)


def may_choose(s, t, card, seat):
    """Whether a card may be played against a player; never against one who is safe."""
    if seat == s.actor:
        return t.targets[card] == 2
    return t.targets[card] > 0 and s.is_in[seat] > 0 and s.is_safe[seat] == 0


def legal_guess(s, t, seat, name: "card"):
    return s.card == GUARD and name != GUARD and may_choose(s, t, GUARD, seat)


def act_guess(s, t, seat, name: "card"):
    """The Guard names any other card; the player chosen is out if it is theirs."""
    if s.hand[seat, name] > 0:
        lay_down(s, seat, False)
    end_turn(s, t)


def legal_choose(s, t, seat):
    return s.card != GUARD and may_choose(s, t, s.card, seat)


def act_choose(s, t, seat):
    """The Priest looks at a hand, the Baron compares, the Prince makes discard, the King trades."""
    p = s.actor
    if s.card == PRINCE:
        lay_down(s, seat, True)
        if s.is_in[seat] and draw(s.deck, s.hand[seat]) < 0:
            s.hand[seat, :] = s.aside
            s.aside[:] = 0
    elif s.card == KING:
        for card in range(t.n_cards):
            s.hand[p, card], s.hand[seat, card] = s.hand[seat, card], s.hand[p, card]
        for looker in range(t.players):
            s.seen_by[p, looker], s.seen_by[seat, looker] = s.seen_by[seat, looker], s.seen_by[p, looker]
    s.seen_by[seat, p] = s.card != PRINCE
    s.seen_by[p, seat] = s.card in (BARON, KING) or s.seen_by[p, seat]
    if s.card == BARON and held(s, p) != held(s, seat):
        lay_down(s, p if held(s, p) < held(s, seat) else seat, False)
    end_turn(s, t)


def lay_down(s, p, stays):
    """The card in hand is discarded; with the Princess the player is out in any case."""
    s.is_in[p] = stays and held(s, p) != PRINCESS
    s.played[p, held(s, p)] += 1
    s.hand[p, :] = 0
    s.seen_by[p, :] = 0


def end_turn(s, t):
    """The next player who is in is on; the round ends with the deck, or with one player left."""
    if total(s.is_in) > 1 and left_in(s.deck) > 0:
        next_in(s, s.is_in)
        begin_turn(s)
        return
    for p in range(t.players):
        s.rating[p] = s.is_in[p] * (100 * t.strength[held(s, p)] + (s.played[p] * t.strength).sum())
    winner = most(s, s.rating)
    if winner >= 0:
        s.tokens[winner] += 1
    if not over(s, t):
        s.round += 1
        deal(s, t, winner if winner >= 0 else s.first)


def over(s, t):
    return s.tokens.max() > t.tokens // t.players


def points(s, t, p):
    return s.tokens[p]


def column_guess_likely(s, t, seat, name: "card"):
    """Copies that nobody has seen yet; ten for a card that has been seen in the hand."""
    if s.seen_by[seat, s.actor]:
        return 10 * s.hand[seat, name]
    return t.copies_of_cards[name] - s.face_up[name] - s.hand[s.actor, name] - s.played[:, name].sum()


def column_play_known(s, t, card):
    """1 for a Guard where the player has seen the hand of another, who has no Guard."""
    for p in range(t.players):
        if card == GUARD and p != s.actor and s.seen_by[p, s.actor] and may_choose(s, t, GUARD, p) and held(s, p) != GUARD:
            return 1
    return 0


ALL = {"guess_likely": 1, "choose_seat_self": -5}
PLANS = {
    "detective": {"idea": "keeps the higher card, guards what it knows, looks and hides", "play_strength": -1}
    | {"play_known": 20, "play_priest": 1.5, "play_handmaid": 3}
    | ALL,
    "keep_high": {"idea": "plays the lower card", "play_strength": -1} | ALL,
    "play_high": {"idea": "plays the higher card, the Princess excepted", "play_strength": 1, "play_princess": -20} | ALL,
    "no_princess": {"idea": "does anything but play the Princess", "play_princess": -1},
}
