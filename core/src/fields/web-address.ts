/** Characters that look like a colon, a slash or a dot and that Unicode normalisation leaves unchanged. */
const LOOK_ALIKES: [RegExp, string][] = [
  [/[\u2236\ua789]/g, ':'],
  [/[\\\u2044\u2215\u29f8]/g, '/'],
  [/[\u3002\u06d4]/g, '.'],
]

/** A text without invisible characters, full-width letters and capitals. */
const asSeen = (text: string) =>
  LOOK_ALIKES.reduce(
    (seen, [signs, sign]) => seen.replace(signs, sign),
    text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
  ).toLowerCase()

const TOP_LEVEL = '(?:\\p{L}{2,}|xn--[a-z0-9-]+)'

const ADDRESS = new RegExp(`://|(?<![\\p{L}\\p{N}])www\\.|[\\p{L}\\p{N}]\\.${TOP_LEVEL}/`, 'u')

/** Whether a text contains `://`, `www.` or a domain with a path; 'Salone.it' and 'Uomo/Donna' do not. */
export const holdsWebAddress = (text: string) => ADDRESS.test(asSeen(text))

/** Titles and initials, after which a dot needs no space: 'Dott.ssa', 'St.John', 'G.Rossi'. */
const TITLES =
  /(?<![\p{L}\p{N}.-])(?:(?:\p{L}|arch|avv|cav|dott|dr|fr|geom|ing|mons|mr|mrs|ms|on|prof|rag|sig|st)\.)+(?=\p{L})/gu

/** Top-level domains of more than two letters that anybody can register; the others belong to brands or are no names' parts. */
const OPEN_DOMAINS =
  'com|net|org|info|biz|name|mobi|asia|tel|travel|coop|jobs|aero|cat|post|edu|gov|mil|int|arpa|xyz|top|win|shop|site|online|store|club|vip|' +
  'app|dev|pro|live|icu|click|link|work|fun|space|website|web|tech|bet|casino|poker|loans?|men|cfd|sbs|bond|cyou|monster|buzz|lol|rest|' +
  'beauty|hair|skin|makeup|quest|mom|autos?|boats|homes|yachts|cam|dat(?:e|ing)|download|racing|review|stream|trade|party|science|' +
  'webcam|faith|accountant|cricket|bid|life|world|today|news|media|email|cloud|host(?:ing)?|page|blog|wiki|agency|digital|solutions|' +
  'services|group|center|company|international|network|systems|support|help|care|health|clinic|dental|doctor|fit(?:ness)?|yoga|salon|' +
  'spa|fashion|style|tips|tools|guru|ninja|rocks|social|one|ltd|llc|inc|srl|games?|videos?|photos?|gallery|art|design|studio|' +
  'restaurant|pizza|cafe|coffee|bar|pub|wine|beer|money|cash|credit|financ(?:e|ial)|bank|gold|deals|sale|discount|promo|gifts?|free|' +
  'market(?:ing)?|zone|city|house|land|estate|properties|cars|bike|tours|holiday|vacations|hotel|events|show|tickets|school|academy|' +
  'zip|mov|foo|onion|example|test|invalid|localhost'

const DOMAIN = new RegExp(
  `[\\p{L}\\p{N}]\\.(?:\\p{L}{2}|xn--[a-z0-9-]+|${OPEN_DOMAINS}|(?!\\p{Script=Latin})\\p{L}{2,})(?![\\p{L}\\p{M}\\p{N}])`,
  'u',
)

/** Whether mail programs may show part of a text as a link: 'evil.win' is a domain, 'Gian.Luca' is a name. */
export const holdsDomain = (text: string) => DOMAIN.test(asSeen(text).replace(TITLES, ''))

/** Whether mail programs may show any part of a text as a link. */
export const holdsLink = (text: string) => holdsWebAddress(text) || holdsDomain(text)
