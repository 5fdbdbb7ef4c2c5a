/** Words around a request, without accents. */
const POLITE = new Set(
  'buongiorno buonasera ciao cortesemente dottore favore gentilmente grazie mille ok per piacere prego salve saluti scusate si'.split(
    ' ',
  ),
)

/** Words for the messages that a customer no longer wants. */
const MESSAGES = 'messaggi|messaggio|messaggini|sms|whatsapp|promemoria|notifiche|avvisi|comunicazioni'

/** 'basta', alone or with these words; 'basta che …' and 'basta un’ora' say something else. */
const ENOUGH = new RegExp(
  `^basta(?: (?:cosi|con|coi|i|gli|questi|questo|di|dei|a|mandarmi|inviarmi|scrivermi|scrivere|${MESSAGES}))*$`,
)

/** Requests within a sentence. */
const REQUESTS = [
  new RegExp(`(?<!non )\\bstop (?:(?:a|ai|agli|con|di|i|gli|questi|tutti) )*(?:${MESSAGES})\\b`),
  /\bannulla(?:re|te)? (?:l |la mia )?iscrizione\b/,
  /\b(?:disiscriv\w+|unsubscribe)\b/,
  /\bnon (?:mi )?(?:scrivete|scrivetemi|scrivermi|mandate|mandatemi|mandarmi|inviate|inviatemi|inviarmi|contattate|contattatemi)(?: \w+){0,2} piu\b/,
  new RegExp(`\\bnon (?:voglio|vorrei|desidero)(?: (?:piu|ricevere|avere|altri|i|vostri|questi))* (?:${MESSAGES})\\b`),
  /\bsmett(?:ete|etela|ere) di (?:scriver|mandar|inviar)\w*/,
]

/** Lower case, without accents and punctuation, and without polite words at both ends. */
function toWords(text: string): string[] {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const first = words.findIndex((word) => !POLITE.has(word))
  const last = words.findLastIndex((word) => !POLITE.has(word))
  return words.slice(Math.max(first, 0), last + 1)
}

/** Whether an answer withdraws the consent to text messages: 'STOP', 'Stop messaggi grazie', 'non scrivetemi più'. */
export function isWithdrawal(text: string): boolean {
  const words = toWords(text)
  const request = words.join(' ')
  return (
    words[0] === 'stop' ||
    (words.length > 1 && words.at(-1) === 'stop' && words.slice(0, -1).every((word) => POLITE.has(word))) ||
    ENOUGH.test(request) ||
    REQUESTS.some((pattern) => pattern.test(request))
  )
}

/** Words that may follow 'stop' without saying more; compared one by one, since a pattern of them can take forever. */
const FILLERS = new Set([...MESSAGES.split('|'), 'ai', 'i', 'questi', 'a', 'con'])

/** Whether a withdrawal says nothing else, so that nobody has to read it. */
export function isOnlyWithdrawal(text: string): boolean {
  const [first, ...others] = toWords(text)
  return first === 'basta' || others.every((word) => FILLERS.has(word))
}
