/** Shown in place of the data of a restricted customer. Contacts are one word each, which a form sends back unchanged. */
export const RESTRICTED_PERSON = {
  name: 'Cliente',
  surname: 'con trattamento limitato',
  email: 'Nascosta',
  telephone: 'Nascosto',
}

/** Whether the contacts of a record are those of the placeholder, which visitors cannot type. */
export const isRestrictedPerson = ({ email, telephone }: { email: string; telephone: string }) =>
  email === RESTRICTED_PERSON.email && telephone === RESTRICTED_PERSON.telephone
