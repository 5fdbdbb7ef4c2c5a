/** The actions that the audit trail records, as 'group.verb', with its Italian label. */
export const auditActions = {
  'session.log_in': 'Accesso',
  'session.log_in_failed': 'Accesso fallito',
  'session.log_out': 'Uscita',
  'session.ended': 'Dispositivo scollegato',
  'password.changed': 'Password cambiata',
  'password.link_created': 'Link per la password creato',
  'password.set': 'Password scelta con un link',
  'second_factor.added': 'Secondo fattore aggiunto',
  'second_factor.removed': 'Secondo fattore tolto',
  'second_factor.reset': 'Secondo fattore azzerato',
  'second_factor.recovery_code_used': 'Codice di recupero usato',
  'second_factor.required': 'Secondo fattore reso obbligatorio',
  'second_factor.optional': 'Secondo fattore reso facoltativo',
  'user.created': 'Utente creato',
  'user.updated': 'Utente modificato',
  'user.deleted': 'Utente eliminato',
  'user.restored': 'Utente ripristinato',
  'user.appointed': 'Amministratore nominato',
  'user.photo_changed': 'Foto dell’utente cambiata',
  'user.invited': 'Invito inviato di nuovo',
  'user.email_confirmed': 'Email dell’utente confermata',
  'user.email_restored': 'Email precedente dell’utente ripristinata',
  'api_key.created': 'Chiave API creata',
  'api_key.revoked': 'Chiave API revocata',
  'webhook.created': 'Avvisi a un programma aggiunti',
  'webhook.updated': 'Avvisi a un programma modificati',
  'webhook.deleted': 'Avvisi a un programma tolti',
  'webhook.tried': 'Prova inviata a un programma',
  'webhook.replayed': 'Avviso inviato di nuovo a un programma',
  'customer.created': 'Cliente aggiunto',
  'customer.corrected': 'Scheda del cliente corretta',
  'customer.exported': 'Dati del cliente esportati',
  'customer.erased': 'Dati del cliente cancellati',
  'customer.merged': 'Clienti uniti',
  'customer.blocked': 'Cliente bloccato',
  'customer.unblocked': 'Cliente sbloccato',
  'customer.restricted': 'Trattamento dei dati limitato',
  'customer.unrestricted': 'Limitazione del trattamento tolta',
  'customer.notes_updated': 'Note sul cliente modificate',
  'customer.contacts_read': 'Recapiti del cliente visti',
  'customer.list_read': 'Elenco dei clienti con i recapiti visto',
  'customers.imported': 'Clienti importati',
  'bookings.imported': 'Prenotazioni importate',
  'import.undone': 'Importazione annullata',
  'import.deleted': 'File dell’importazione eliminato',
  'contact_request.answered': 'Richiesta di contatto: risposta segnata',
  'contact_request.reopened': 'Richiesta di contatto: di nuovo da rispondere',
  'contact_request.erased': 'Richiesta di contatto cancellata',
  'notes.read': 'Note sulla salute lette',
  'notes.written': 'Note sulla salute scritte',
  'notes.deleted': 'Note sulla salute eliminate',
  'health_consent.given': 'Consenso per i dati sulla salute registrato',
  'health_consent.withdrawn': 'Consenso per i dati sulla salute revocato',
  'document.read': 'Documento visto',
  'document.added': 'Documento aggiunto',
  'document.deleted': 'Documento eliminato',
  'export.bookings': 'Prenotazioni esportate',
  'export.customers': 'Elenco dei clienti esportato',
  'export.audit': 'Registro attività esportato',
  'data_copy.requested': 'Copia dei dati chiesta',
  'data_copy.downloaded': 'Copia dei dati scaricata',
  'calendar_feed.created': 'Indirizzo del calendario creato',
  'calendar_feed.deleted': 'Indirizzo del calendario eliminato',
  'configuration.updated': 'Impostazioni modificate',
  'text_messages.updated': 'WhatsApp e SMS modificati',
  'text_consent.given': 'Consenso a WhatsApp o SMS registrato',
  'text_consent.withdrawn': 'Consenso a WhatsApp o SMS revocato',
  'privacy_text.updated': 'Informativa sulla privacy modificata',
  'rights.updated': 'Permessi modificati',
  'service.created': 'Servizio aggiunto',
  'service.updated': 'Servizio modificato',
  'service.deleted': 'Servizio eliminato',
  'service.restored': 'Servizio ripristinato',
  'calendar.created': 'Calendario aggiunto',
  'calendar.updated': 'Calendario o orari modificati',
  'calendar.deleted': 'Calendario eliminato',
  'calendar.restored': 'Calendario ripristinato',
  'special_opening.created': 'Apertura straordinaria aggiunta',
  'special_opening.updated': 'Apertura straordinaria modificata',
  'special_opening.deleted': 'Apertura straordinaria eliminata',
  'special_opening.restored': 'Apertura straordinaria ripristinata',
  'closure.created': 'Chiusura aggiunta',
  'closure.updated': 'Chiusura modificata',
  'closure.deleted': 'Chiusura eliminata',
  'closure.restored': 'Chiusura ripristinata',
  'changed_hours.created': 'Orario diverso aggiunto',
  'changed_hours.updated': 'Orario diverso modificato',
  'changed_hours.deleted': 'Orario diverso eliminato',
  'changed_hours.restored': 'Orario diverso ripristinato',
  'busy_feed.created': 'Impegni da un altro calendario aggiunti',
  'busy_feed.deleted': 'Impegni da un altro calendario tolti',
  'waiting_list.joined': 'Iscrizione in lista d’attesa',
  'waiting_list.offered': 'Posto offerto a chi è in lista d’attesa',
  'waiting_list.refused': 'Posto offerto rifiutato',
  'waiting_list.left': 'Uscita dalla lista d’attesa',
  'waiting_list.removed': 'Persona tolta dalla lista d’attesa',
  'waiting_list.restored': 'Persona rimessa in lista d’attesa',
  'after_visit.refused': 'Messaggi dopo la visita rifiutati',
  'after_visit.resumed': 'Messaggi dopo la visita ripresi',
  'come_back.asked': 'Promemoria per tornare chiesto',
  'come_back.cancelled': 'Promemoria per tornare annullato',
  'proposal.created': 'Orari proposti a un cliente',
  'proposal.booked': 'Orario proposto prenotato',
  'proposal.withdrawn': 'Proposta ritirata',
  'booking.created': 'Prenotazione aggiunta',
  'booking.rescheduled': 'Prenotazione spostata',
  'booking.silenced': 'Prenotazione spostata senza avvisare il cliente',
  'booking.cancelled': 'Prenotazione disdetta',
  'booking.restored': 'Prenotazione ripristinata',
  'booking.person': 'Dati del cliente modificati nella prenotazione',
  'booking.telephone': 'Numero della prenotazione usato per il cliente',
  'booking.attendance': 'Esito della visita segnato',
  'booking.confirmed': 'Visita confermata',
  'booking.overridden': 'Prenotazione fuori regola',
  'bookings.burst_cancelled': 'Prenotazioni insolite disdette',
  'bookings.burst_restored': 'Prenotazioni insolite ripristinate',
  'retention.ran': 'Dati vecchi cancellati',
  'tenant.created': 'Attività creata',
  'tenant.signed_up': 'Attività aperta dal titolare',
  'tenant.renamed': 'Attività rinominata',
  'tenant.suspended': 'Attività sospesa',
  'tenant.resumed': 'Attività riaperta',
  'tenant.trusted': 'Attività riconosciuta dal fornitore',
  'tenant.paused': 'Attività in pausa',
  'tenant.exported': 'Dati dell’attività esportati',
  'tenant.imported': 'Dati dell’attività importati',
  'tenant.domain_claimed': 'Dominio da verificare',
  'tenant.domain_added': 'Dominio aggiunto',
  'tenant.domain_chosen': 'Dominio principale scelto',
  'tenant.domain_removed': 'Dominio tolto',
} as const satisfies Record<string, string>

export type AuditAction = keyof typeof auditActions

/** The record that an entry is about. */
export type AuditSubject = {
  type:
    | 'user'
    | 'customer'
    | 'booking'
    | 'waiting_list'
    | 'service'
    | 'calendar'
    | 'special_opening'
    | 'closure'
    | 'changed_hours'
    | 'document'
    | 'api_key'
    | 'webhook'
    | 'contact_request'
  id: number
}

/** The groups of actions by which the trail is filtered: their label and the groups in the names of actions. */
export const auditGroups = {
  access: { label: 'Accessi e password', prefixes: ['session', 'password', 'second_factor', 'api_key', 'webhook'] },
  users: { label: 'Utenti', prefixes: ['user', 'rights'] },
  customers: {
    label: 'Clienti',
    prefixes: [
      'customer',
      'customers',
      'import',
      'contact_request',
      'notes',
      'health_consent',
      'text_consent',
      'document',
    ],
  },
  exports: { label: 'Esportazioni', prefixes: ['export', 'data_copy', 'calendar_feed'] },
  settings: {
    label: 'Impostazioni',
    prefixes: ['configuration', 'text_messages', 'privacy_text', 'tenant', 'retention'],
  },
  bookings: {
    label: 'Prenotazioni e lista d’attesa',
    prefixes: ['booking', 'bookings', 'waiting_list', 'after_visit', 'proposal', 'come_back'],
  },
  timetable: {
    label: 'Servizi, calendari e chiusure',
    prefixes: ['service', 'calendar', 'special_opening', 'closure', 'changed_hours', 'busy_feed'],
  },
} as const satisfies Record<string, { label: string; prefixes: readonly string[] }>

export type AuditGroup = keyof typeof auditGroups

const actionNames = Object.keys(auditActions) as AuditAction[]

export const actionsOfGroup = (group: AuditGroup): AuditAction[] => {
  const prefixes: readonly string[] = auditGroups[group].prefixes
  return actionNames.filter((action) => prefixes.includes(action.split('.')[0]!))
}

/** The actions whose Italian label contains the text. */
export const actionsLabelled = (text: string): AuditAction[] =>
  actionNames.filter((action) => auditActions[action].toLowerCase().includes(text.toLowerCase()))
