import type { NodemailerError } from 'nodemailer/lib/errors'
import { KnownOutage, LastingFailure } from '../queue/queue.ts'

const CERTIFICATE = 'the certificate of the mail server'
const UNTRUSTED = `${CERTIFICATE} is vouched for by nobody whom this computer trusts: name the authority in NODE_EXTRA_CA_CERTS`

/** What went wrong, by the code that Node gives it. */
const WORDS: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `${CERTIFICATE} is self-signed: trust it with NODE_EXTRA_CA_CERTS`,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: `${CERTIFICATE} has expired`,
  CERT_NOT_YET_VALID: `${CERTIFICATE} is not valid yet, or the clock of this computer is wrong`,
  ERR_TLS_CERT_ALTNAME_INVALID: `${CERTIFICATE} is for another name than the one in SMTP_URL`,
  ERR_SSL_WRONG_VERSION_NUMBER: 'the mail server speaks no TLS on this port: use smtp:// in SMTP_URL, or another port',
  ECONNREFUSED: 'nobody answers at the address in SMTP_URL',
  ENOTFOUND: 'there is no computer of the name in SMTP_URL',
}

const refusesRecipient = ({ command, permanent }: Pick<NodemailerError, 'command' | 'permanent'>) =>
  command === 'RCPT TO' && permanent === true

/** In English words and without anybody's data, for which a server's own are no guarantee. */
export function inWords({
  name,
  code,
  originalCode,
  command,
  permanent,
  responseCode,
  timeoutType,
}: NodemailerError): string {
  const known = originalCode && WORDS[originalCode]
  if (known) return `failed: ${known} (${originalCode})`
  if (originalCode && /^ERR_(SSL|TLS)_/.test(originalCode))
    return `failed: no TLS could be agreed on with the mail server (${originalCode})`
  if (code === 'ETLS' && command === 'STARTTLS')
    return 'failed: the mail server offers no STARTTLS, which SMTP_URL requires'
  if (timeoutType === 'GREETING_TIMEOUT')
    return 'failed: the mail server says nothing: a port that begins with TLS wants smtps:// in SMTP_URL'

  const answer = responseCode ? `, answer ${responseCode} to ${command ?? 'nothing'}` : ''
  if (refusesRecipient({ command, permanent })) return `failed: the mail server refused the recipient${answer}`
  if (code === 'EAUTH') return `failed: the mail server refused the log-in in SMTP_URL${answer}`
  const tookTooLong = name === 'TimeoutError' || code === 'EABORT'
  return `${tookTooLong ? 'took too long' : `failed with ${code ?? name}`}${answer}`
}

/** The mail server will not have the address itself. `answer` is what it said, in numbers: '550 5.1.1'. */
export class AddressRefused extends LastingFailure {
  readonly answer: string

  constructor(message: string, answer: string) {
    super(message)
    this.answer = answer
  }
}

/** A failure to be kept and logged, and whether another attempt may mend it. */
export function failureOf(error: unknown) {
  const failure = error as NodemailerError
  const sentence = `Sending the e-mail ${inWords(failure)}`
  // Without an answer to a step of its own the mail server was not reached, or let nobody in.
  if (failure.responseCode === undefined || failure.code === 'EAUTH') return new KnownOutage(sentence)
  if (!refusesRecipient(failure)) return new Error(sentence)
  const answer = refusalOf(failure)
  return answer ? new AddressRefused(sentence, answer) : new LastingFailure(sentence)
}

/** Undefined where the server has something against the sender or the message, as its second number tells (RFC 3463). */
function refusalOf({ response = '', responseCode }: NodemailerError) {
  const subject = /^\d{3}[ -](5\.(\d{1,3})\.\d{1,3})\b/.exec(response)
  if (!subject) return String(responseCode)
  return ['1', '2'].includes(subject[2]!) ? `${responseCode} ${subject[1]}` : undefined
}
