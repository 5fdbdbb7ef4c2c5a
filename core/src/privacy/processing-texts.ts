import type { Configuration } from '../configuration/configuration-schema.ts'
import type { Role } from '../contract/role.ts'
import { periodText, RETENTION, retentionRows } from '../retention/retention-periods.ts'
import { type TextChannelName, textChannelNames } from '../text-messages/text-channels.ts'

/** The operator of the installation, which processes data for the business. */
export type Provider = { name: string; email: string }

/**
 * `healthReaders`: the lowest role that reads health notes; undefined if no service has them. `textChannels`: of the messages
 * that the business sends to telephones.
 */
export type ProcessingFacts = {
  configuration: Configuration
  provider: Provider
  healthReaders: Role | undefined
  textChannels?: readonly TextChannelName[]
}

/** Lines to complete by hand where the settings have no value. */
const BLANK = '____________________'

const controllerLines = ({ app_name, address, piva, email, phone }: Configuration) => `- Nome: ${app_name || BLANK}
- Indirizzo: ${address || BLANK}
- Partita IVA: ${piva || BLANK}
- Email: ${email || BLANK}
- Telefono: ${phone || BLANK}`

const providerLines = ({ name, email }: Provider) => `- Nome: ${name || BLANK}
- Email: ${email || BLANK}
- Sede e partita IVA: ${BLANK}`

const SECURITY = `- Collegamenti cifrati (HTTPS) e password conservate solo come impronta (argon2id).
- Dati di ogni attività separati da quelli delle altre anche nel database.
- Accessi per ruolo: ognuno vede quello che serve al suo lavoro; le operazioni delicate richiedono di nuovo la password.
- Registro delle attività: chi ha visto, esportato, cambiato o cancellato che cosa.
- Limiti contro gli abusi, copie di sicurezza e aggiornamenti a cura del fornitore.
- Cancellazione automatica dei dati più vecchi dei tempi indicati.`

const HEALTH_SECURITY = `
- Note e documenti sulla salute cifrati (AES-256-GCM) anche nel database e nelle copie di sicurezza; ogni lettura resta nel registro attività.`

const READERS: Record<Role, string> = {
  admin: 'solo gli amministratori',
  editor: 'amministratori ed editor',
  operator: 'tutti gli utenti',
}

const healthActivity = (readers: Role) => `
# 6. Dati sulla salute

- Finalità: seguire in sicurezza i clienti dei servizi che lo richiedono, per esempio per allergie o referti.
- Base giuridica: consenso esplicito (art. 9, par. 2, lett. a), raccolto e registrato a parte; si può revocare in ogni momento.
- Interessati: i clienti che hanno dato il consenso.
- Dati: note, documenti e immagini sulla salute (categoria particolare di dati); giorno e modo del consenso.
- Destinatari: ${READERS[readers]}; il fornitore del programma li conserva cifrati.
- Conservazione: fino alla cancellazione, su richiesta o insieme ai dati del cliente; con la revoca del consenso non si vedono più.
- Valutazione d’impatto (art. 35), se i trattamenti sono su larga scala: ${BLANK}
`

const textActivity = (channels: readonly TextChannelName[]) =>
  channels.length === 0
    ? ''
    : `
- Messaggi ${textChannelNames(channels)}: numero di telefono, giorno, ora e link alla visita, solo con il consenso del cliente (lett. a), di cui restano giorno e testo; si può revocare in ogni momento.`

const afterVisitActivity = ({ app_after_visit }: Configuration) =>
  app_after_visit
    ? `
- Email di ringraziamento il giorno dopo la visita, con il link per prenotare di nuovo e quello delle recensioni: legittimo interesse (lett. f; art. 130, comma 4, del Codice privacy). Chi la rifiuta non la riceve più; l’indirizzo resta nell’elenco dei rifiuti finché ci sono i dati del cliente.`
    : ''

const OTHER_HEALTH_DATA = `
# Categorie particolari di dati

- Se nelle note o nei servizi tratti dati sulla salute, aggiungi qui finalità, consenso esplicito (art. 9, par. 2, lett. a) o altra base, e chi può leggerli: ${BLANK}
`

/** The register of processing activities (Art. 30 GDPR), in the syntax of `privacyBlocks`. */
export const registerText = ({
  configuration,
  provider,
  healthReaders,
  textChannels = [],
}: ProcessingFacts) => `# Titolare del trattamento

${controllerLines(configuration)}
- Responsabile della protezione dei dati (se nominato): ${BLANK}

# 1. Prenotazioni e clienti

- Finalità: prendere, ricordare, spostare e disdire le prenotazioni; accogliere il cliente; tenere i conti.
- Base giuridica: contratto o misure richieste prima del contratto (art. 6, par. 1, lett. b); obblighi di legge (lett. c).
- Interessati: clienti e chi prenota dal sito.
- Dati: nome, cognome, email, telefono, servizio, giorno e ora, prezzo, note del cliente e dello staff, se la visita c’è stata, versione dell’informativa accettata.
- Destinatari: chi lavora nell’attività; il fornitore del programma come responsabile del trattamento; i fornitori degli altri programmi che l’attività collega (Impostazioni, Programmi collegati), con i dati che sceglie di dare loro.
- Conservazione: ${findRetention(configuration, 'Clienti e prenotazioni')}.

# 2. Lista d’attesa

- Finalità: avvisare chi desidera un orario che si libera.
- Base giuridica: richiesta dell’interessato (lett. b).
- Dati: nome, cognome, email, telefono, giorno e parte della giornata desiderati.
- Conservazione: ${findRetention(configuration, 'Lista d’attesa')}.

# 3. Richieste di contatto

- Finalità: rispondere a chi scrive dal sito.
- Base giuridica: richiesta dell’interessato (lett. b).
- Dati: nome, email, telefono e messaggio.
- Conservazione: ${periodText(RETENTION.contact_requests)}.

# 4. Comunicazioni di servizio

- Finalità: conferme, cambiamenti, disdette e promemoria per email; notifiche allo staff.
- Base giuridica: contratto (lett. b). Nessuna pubblicità.
- Dati: email del cliente, giorno, ora e servizio; elenco degli invii senza il loro testo.${textActivity(textChannels)}${afterVisitActivity(configuration)}
- Conservazione: ${periodText(RETENTION.messages)}.

# 5. Utenti e sicurezza

- Finalità: dare accesso a chi lavora nell’attività; proteggere i dati e il sito dagli abusi; documentare le operazioni.
- Base giuridica: contratto con chi lavora (lett. b); legittimo interesse alla sicurezza (lett. f).
- Interessati: utenti del programma, visitatori del sito.
- Dati: nome, email, telefono e foto degli utenti, accessi, dispositivi, indirizzo di rete, operazioni svolte; dei visitatori solo l’indirizzo di rete, per pochi minuti, e la sua prima parte per chi è in lista d’attesa, fino al giorno atteso.
- Destinatari: se un utente attiva le notifiche su un suo dispositivo, il servizio di notifica del suo browser (Google, Apple, Mozilla o Microsoft), che le riceve cifrate e senza dati dei clienti.
- Conservazione: registro attività ${periodText(RETENTION.audit_entries)}; accessi ${periodText(RETENTION.sessions)}; gli utenti finché lavorano qui.
${healthReaders ? healthActivity(healthReaders) : OTHER_HEALTH_DATA}
# Responsabili del trattamento

${providerLines(provider)}
- Altri (per esempio commercialista, altri programmi): ${BLANK}

# Trasferimenti fuori dall’Unione europea

${textChannels.includes('whatsapp') ? '- WhatsApp (Meta Platforms Ireland Ltd) può trattare il numero e il messaggio anche negli Stati Uniti.\n- Altri: il' : '- Il'} programma non ne fa. Chiedi al fornitore dove stanno i server e la posta elettronica: ${BLANK}

# Misure di sicurezza

${SECURITY}${healthReaders ? HEALTH_SECURITY : ''}
- Misure nei tuoi locali (chiavi, schermi, carta): ${BLANK}`

const findRetention = (configuration: Configuration, data: string) =>
  retentionRows(configuration).find((row) => row.data === data)!.kept

/** The agreement between controller and processor (Art. 28 GDPR), in the syntax of `privacyBlocks`. */
export const agreementText = ({
  configuration,
  provider,
  healthReaders,
  textChannels = [],
}: ProcessingFacts) => `# Le parti

Il titolare del trattamento:
${controllerLines(configuration)}

Il responsabile del trattamento, che fornisce il programma di prenotazione:
${providerLines(provider)}

# 1. Oggetto e durata

Il responsabile tratta dati personali per conto del titolare, soltanto per fornire il programma di prenotazione: sito pubblico, gestione degli appuntamenti, email di servizio, conservazione e copie di sicurezza. L’accordo dura quanto la fornitura.

# 2. Dati e interessati

- Interessati: clienti del titolare, chi prenota o scrive dal sito, chi lavora nell’attività.
- Dati: quelli elencati nel registro dei trattamenti del titolare, cioè dati di identità e di contatto, prenotazioni, messaggi, note e dati tecnici di accesso.
- Categorie particolari (art. 9): ${healthReaders ? 'note, documenti e immagini sulla salute dei clienti che hanno dato il consenso esplicito al titolare, che lo raccoglie e ne risponde' : 'solo se il titolare le inserisce, avendone il diritto'}.

# 3. Istruzioni

Il responsabile tratta i dati solo su istruzione documentata del titolare: valgono come istruzioni questo accordo e le impostazioni scelte nel programma. Se ritiene che un’istruzione violi la legge, lo dice subito al titolare.

# 4. Riservatezza

Chi lavora per il responsabile e può vedere i dati si è impegnato alla riservatezza. L’accesso ai dati di un’attività avviene solo quando serve, per esempio per assistenza chiesta dal titolare.

# 5. Sicurezza (art. 32)

${SECURITY}${healthReaders ? HEALTH_SECURITY : ''}

# 6. Altri responsabili

Il titolare autorizza in generale il ricorso ad altri responsabili per: servizi di hosting e database, archiviazione di file e copie di sicurezza, invio della posta elettronica${textChannels.length > 0 ? ` e dei messaggi ${textChannelNames(textChannels)}` : ''}. Il responsabile:

- tiene l’elenco aggiornato e lo consegna a chi lo chiede;
- avvisa il titolare almeno 30 giorni prima di aggiungerne o sostituirne uno, così che possa opporsi;
- impone loro, per contratto, gli stessi obblighi e ne risponde verso il titolare.

Elenco alla data della firma: ${BLANK}

# 7. Trasferimenti fuori dall’Unione europea

Solo con le garanzie degli articoli 44 e seguenti del Regolamento UE 2016/679 (GDPR) e dopo averne informato il titolare.

# 8. Diritti degli interessati

Il programma permette al titolare di esportare, correggere, limitare e cancellare i dati di un cliente. Il responsabile inoltra senza ritardo le richieste che riceve direttamente e aiuta il titolare a rispondere.

# 9. Violazioni dei dati

Il responsabile informa il titolare senza ingiustificato ritardo, e comunque entro 48 ore da quando ne viene a conoscenza, con quello che sa su natura, dati e persone coinvolte, conseguenze e rimedi, così che il titolare possa avvisare il Garante entro 72 ore.

# 10. Assistenza e verifiche

Il responsabile aiuta il titolare con la valutazione d’impatto e la consultazione del Garante, mette a disposizione le informazioni che dimostrano il rispetto di questo accordo e consente verifiche, anche ispezioni, con un preavviso ragionevole.

# 11. Fine della fornitura

A scelta del titolare il responsabile restituisce o cancella i dati entro 30 giorni. Le copie di sicurezza si cancellano alla loro scadenza e fino ad allora non si usano. Restano i dati che la legge obbliga a conservare.

# Firme

Luogo e data: ${BLANK}

Il titolare: ${BLANK}

Il responsabile: ${BLANK}`
