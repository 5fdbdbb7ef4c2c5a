/** Joiners inside an emoji or a word of a script that needs them, and selectors of an emoji, stay. */
const NEEDED =
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})' +
  '|(?<=(?!\\p{Script=Latin})[\\p{L}\\p{M}])[\\u200c\\u200d](?=(?!\\p{Script=Latin})\\p{L})' +
  '|(?<=\\p{Emoji})\\ufe0f'

/** Marks of direction, joiners, fillers and other characters that show nothing. */
const INVISIBLE = new RegExp(
  `(?!${NEEDED})[\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb\\u0080-\\u0084\\u0086-\\u009f]`,
  'gu',
)

const dropInvisible = (text: string) => text.replace(INVISIBLE, '')

/** One line as it looks: without invisible characters, every kind of space as a plain one, trimmed. */
export const cleanLine = (typed: string) =>
  dropInvisible(typed)
    .replace(/[\t\v\f\u0085\u2028\u2029\p{Zs}]/gu, ' ')
    .trim()

/** The same for a text of several lines, which keeps its tabs and line breaks. */
export const cleanText = (typed: string) =>
  dropInvisible(typed)
    .replace(/\p{Zs}/gu, ' ')
    .trim()
