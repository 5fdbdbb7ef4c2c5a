/** Signs that look like a colon, a slash or a dot beyond those that normalising makes the same. */
const LOOK_ALIKES: [RegExp, string][] = [
  [/[\u2236\ua789]/g, ':'],
  [/[\\\u2044\u2215\u29f8]/g, '/'],
  [/[\u3002\u06d4]/g, '.'],
]

/** As a reader sees it: no invisible signs, no full-width letters, no capitals. */
const asSeen = (text: string) =>
  LOOK_ALIKES.reduce(
    (seen, [signs, sign]) => seen.replace(signs, sign),
    text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
  ).toLowerCase()

/**
 * Whether a text holds a web address that says so itself: `://` or `www.`. Names with a dot, 'St.John' or
 * 'Dott.ssa Riva', are names.
 */
export const holdsWebAddress = (text: string) => /:\/\/|(?<![\p{L}\p{N}])www\./u.test(asSeen(text))
