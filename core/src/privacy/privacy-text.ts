import type { Configuration } from '../configuration/configuration-schema.ts'
import { DEVICE_DAYS } from '../my-bookings/my-bookings.ts'
import { retentionTexts } from '../retention/retention-periods.ts'
import { type TextChannelName, textChannelNames } from '../text-messages/text-channels.ts'

/** The version of the default text; the texts of a business are numbered from 1. */
export const DEFAULT_PRIVACY_VERSION = '2026-11-27'

const DATA_OF_VISITS = `- Quando prenoti: nome, cognome, email, telefono, il servizio scelto, il giorno e l’ora della visita e, se le lasci, le tue note.
- Quando chiedi di essere avvisato di un posto libero: nome, cognome, email, telefono e il giorno che vorresti.
- Quando vieni da noi: se la visita c’è stata e gli appunti che ci servono per accoglierti.`

/** The wording of the previous version, before notes and waiting lists existed. */
const PREVIOUS_DATA_OF_VISITS =
  '- Quando prenoti: nome, cognome, email, telefono, il servizio scelto, il giorno e l’ora della visita.'

/** The wording before the periods were named. */
const PREVIOUS_PERIODS =
  'Per il tempo che serve a gestire la prenotazione o la richiesta e, dopo, per quello che la legge ci impone o che serve a far valere un diritto.'

/** The wording before visitors could have a device remembered. */
const PREVIOUS_COOKIES =
  'Questo sito non usa cookie e non segue che cosa fai altrove. Il tuo browser tiene a mente la prenotazione appena fatta solo finché la scheda resta aperta.'

const COOKIES = `Questo sito non segue che cosa fai altrove, e usa un solo cookie, soltanto se lo chiedi tu: ricorda il tuo dispositivo nella pagina «Le mie prenotazioni», finché esci o per ${DEVICE_DAYS} giorni dall’ultima volta.
Il tuo browser tiene a mente la prenotazione appena fatta solo finché la scheda resta aperta. Se lo chiedi, tiene anche nome, cognome, email e telefono per la prossima prenotazione, finché non li fai dimenticare.`

/** The default privacy text of a business. */
export const DEFAULT_PRIVACY_TEXT = `# Chi tratta i tuoi dati

{nome} è titolare del trattamento dei dati personali che lasci su questo sito.
Indirizzo: {indirizzo}
Partita IVA: {piva}
Email: {email}
Telefono: {telefono}

# Quali dati trattiamo

${DATA_OF_VISITS}
- Quando ci scrivi: nome, email, telefono e il tuo messaggio.
- Per proteggere il sito dagli abusi, per pochi minuti: l’indirizzo di rete da cui arrivano le richieste. Di chi è in lista d’attesa ne teniamo la prima parte fino al giorno atteso.

# Perché li trattiamo

- Per gestire la tua prenotazione: confermarla, ricordartela, spostarla o annullarla (art. 6, par. 1, lett. b del Regolamento UE 2016/679, GDPR).
- Per rispondere alle tue richieste (lett. b).
- Per adempiere agli obblighi di legge, per esempio fiscali (lett. c).
- Per difendere il sito e noi stessi da abusi, nostro legittimo interesse (lett. f).

Senza questi dati non possiamo prendere la prenotazione né risponderti. Non li usiamo per inviarti pubblicità e non prendiamo decisioni automatizzate.

# Chi può vederli

Li vedono le persone che lavorano con noi e chi ci fornisce il sito e la posta elettronica, che li tratta per nostro conto come responsabile del trattamento. Non li vendiamo e non li comunichiamo ad altri, salvo quando lo chiede la legge.

# Per quanto tempo li conserviamo

{conservazione}

{salute}

# I tuoi diritti

Puoi chiederci in ogni momento di vedere i tuoi dati, di averne una copia, di correggerli, cancellarli o limitarne l’uso, e puoi opporti al trattamento o revocare il consenso, senza che questo tocchi quanto fatto prima.
Per farlo scrivi a {email}.
Se pensi che i tuoi dati non siano trattati come si deve, puoi rivolgerti al Garante per la protezione dei dati personali (www.garanteprivacy.it).

# Cookie

${COOKIES}`

/** The section about health data (Art. 9 GDPR), of businesses with a service that keeps health notes. */
const HEALTH_SECTION = `# Dati sulla salute

Per alcuni servizi possiamo tenere note e documenti sulla tua salute, per esempio allergie o referti, per seguirti in sicurezza. Sono una categoria particolare di dati.

- Lo facciamo solo con il tuo consenso esplicito (art. 9, par. 2, lett. a del GDPR), che ti chiediamo a parte. Puoi non darlo, e puoi revocarlo quando vuoi.
- Li conserviamo cifrati. Li legge soltanto chi, tra noi, è autorizzato a farlo, e ogni lettura resta scritta in un registro.
- Non compaiono nelle email, e chi ci fornisce il sito li conserva senza usarli.
- Li teniamo finché dura il tuo consenso e non più a lungo degli altri tuoi dati. Se lo revochi non li usiamo più, e puoi chiederci di cancellarli subito.`

const WITHOUT_DEVICES = DEFAULT_PRIVACY_TEXT.replace(COOKIES, PREVIOUS_COOKIES)
const WITHOUT_HEALTH = WITHOUT_DEVICES.replace('{salute}\n\n', '')
const WITHOUT_PERIODS = WITHOUT_HEALTH.replace('{conservazione}', PREVIOUS_PERIODS)

/** All default texts by version; kept because consents refer to them. */
export const DEFAULT_PRIVACY_TEXTS: Readonly<Record<string, string>> = {
  [DEFAULT_PRIVACY_VERSION]: DEFAULT_PRIVACY_TEXT,
  '2026-11-26': WITHOUT_DEVICES,
  '2026-11-25': WITHOUT_HEALTH,
  '2026-11-22': WITHOUT_PERIODS,
  '2026-11': WITHOUT_PERIODS.replace(DATA_OF_VISITS, PREVIOUS_DATA_OF_VISITS),
}

/** The placeholder of the section about health data. */
export const HEALTH_PLACEHOLDER = '{salute}'

/** `keepsHealthData`: whether a service of the business has health notes. */
export type PrivacyFacts = {
  configuration: Configuration
  keepsHealthData: boolean
  /** The channels of text messages that the business uses. */
  textChannels?: readonly TextChannelName[]
}

/** The placeholders of a text and what replaces them. */
const PLACEHOLDER_VALUES = new Map<string, (facts: PrivacyFacts) => string>([
  ['{nome}', ({ configuration }) => configuration.app_name],
  ['{indirizzo}', ({ configuration }) => configuration.address],
  ['{piva}', ({ configuration }) => configuration.piva],
  ['{email}', ({ configuration }) => configuration.email],
  ['{telefono}', ({ configuration }) => configuration.phone],
  [
    '{conservazione}',
    ({ configuration }) =>
      retentionTexts(configuration)
        .map((text) => `- ${text}`)
        .join('\n'),
  ],
  [HEALTH_PLACEHOLDER, ({ keepsHealthData }) => (keepsHealthData ? HEALTH_SECTION : '')],
])

/** The placeholders '{nome}', '{indirizzo}' …, for the hint in the editor. */
export const PRIVACY_DATA = [...PLACEHOLDER_VALUES.keys()]

/** Unknown placeholders of a text, such as '{campo}', each once. */
export function unknownPrivacyData(text: string): string[] {
  const written = text.match(/\{[^{}\n]{0,60}\}/g) ?? []
  return [...new Set(written)].filter((placeholder) => !PLACEHOLDER_VALUES.has(placeholder))
}

const PLACEHOLDERS = new RegExp(PRIVACY_DATA.join('|'), 'g')

/** Fills the placeholders; omits lines with a placeholder for missing data. */
export function fillPrivacyText(text: string, facts: PrivacyFacts): string {
  const valueFor = (placeholder: string) => PLACEHOLDER_VALUES.get(placeholder)!(facts)
  return (text + afterVisitSection(facts) + textSection(facts))
    .split('\n')
    .filter((line) => (line.match(PLACEHOLDERS) ?? []).every(valueFor))
    .map((line) => line.replace(PLACEHOLDERS, valueFor))
    .join('\n')
}

/** The section about the message after a visit, below any text of a business that sends it; '' for the others. */
const afterVisitSection = ({ configuration }: PrivacyFacts) =>
  configuration.app_after_visit
    ? `

# Messaggio dopo la visita

Il giorno dopo una visita ti mandiamo un’email di ringraziamento, con il link per prenotare di nuovo e, se c’è, quello per una recensione. La base è il nostro legittimo interesse a restare in contatto con i clienti (art. 6, par. 1, lett. f del GDPR e art. 130, comma 4, del Codice in materia di protezione dei dati personali). Puoi rifiutarla quando vuoi con il link in fondo all’email.`
    : ''

/** The section about text messages, below any text of a business that uses a channel; '' for the others. */
function textSection({ textChannels = [] }: PrivacyFacts): string {
  if (textChannels.length === 0) return ''
  const hasWhatsApp = textChannels.includes('whatsapp')
  return `

# Messaggi sul cellulare

Se lo chiedi, ti mandiamo conferme e promemoria anche con ${textChannelNames(textChannels, 'o')}: la base è il tuo consenso (art. 6, par. 1, lett. a del GDPR). Lo revochi quando vuoi dalla pagina della tua prenotazione o da «Le mie prenotazioni»${hasWhatsApp ? ', rispondendo STOP su WhatsApp' : ''} o dicendocelo.
Nel messaggio ci sono il nostro nome, il giorno, l’ora e il link alla visita, mai il servizio. Il tuo numero lo riceve chi consegna i messaggi per nostro conto${hasWhatsApp ? '; per WhatsApp è Meta Platforms Ireland Ltd, che può trattare dati anche negli Stati Uniti' : ''}.`
}

type Block = { kind: 'title' | 'list' | 'paragraph'; lines: string[] }

/** Splits a text into blocks: '# ' begins a title, '- ' an item, an empty line separates paragraphs. */
export function privacyBlocks(text: string): Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n').map((line) => line.trim())) {
    const [, mark, words] = /^([#-])\s+(.*)$/.exec(line) ?? []
    const kind = mark === '#' ? 'title' : mark === '-' ? 'list' : 'paragraph'
    const last = blocks.at(-1)
    if (last && last.kind === kind && kind !== 'title') last.lines.push(words ?? line)
    else blocks.push({ kind, lines: [words ?? line] })
  }
  return blocks.flatMap(splitParagraph)
}

/** Splits a paragraph at its empty lines. */
function splitParagraph({ kind, lines }: Block): Block[] {
  if (kind !== 'paragraph') return [{ kind, lines }]
  const parts = lines.join('\n').split(/\n{2,}/)
  return parts
    .map((part) => part.split('\n').filter((line) => line !== ''))
    .filter((part) => part.length > 0)
    .map((part) => ({ kind, lines: part }))
}
