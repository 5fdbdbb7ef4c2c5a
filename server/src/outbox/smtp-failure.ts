import type { NodemailerError } from 'nodemailer/lib/errors'
import { KnownOutage, LastingFailure } from '../queue/queue.ts'

const CERTIFICATE = 'the certificate of the mail server'
const UNTRUSTED = `${CERTIFICATE} is signed by an untrusted authority: add it to NODE_EXTRA_CA_CERTS`

/** Explanations by Node error code. */
const EXPLANATIONS: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `${CERTIFICATE} is self-signed: add it to NODE_EXTRA_CA_CERTS`,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: `${CERTIFICATE} has expired`,
  CERT_NOT_YET_VALID: `${CERTIFICATE} is not valid yet, or the clock of this machine is wrong`,
  ERR_TLS_CERT_ALTNAME_INVALID: `${CERTIFICATE} is for another name than the one in SMTP_URL`,
  ERR_SSL_WRONG_VERSION_NUMBER: 'the mail server speaks no TLS on this port: use smtp:// in SMTP_URL, or another port',
  ECONNREFUSED: 'no mail server answers at the address in SMTP_URL',
  ENOTFOUND: 'the host in SMTP_URL does not exist',
}

const refusesRecipient = ({ command, permanent }: Pick<NodemailerError, 'command' | 'permanent'>) =>
  command === 'RCPT TO' && permanent === true

/** Describes a failure without personal data, which the response of a server may contain. */
export function describeFailure({
  name,
  code,
  originalCode,
  command,
  permanent,
  responseCode,
  timeoutType,
}: NodemailerError): string {
  const explanation = originalCode && EXPLANATIONS[originalCode]
  if (explanation) return `failed: ${explanation} (${originalCode})`
  if (originalCode && /^ERR_(SSL|TLS)_/.test(originalCode))
    return `failed: TLS negotiation with the mail server failed (${originalCode})`
  if (code === 'ETLS' && command === 'STARTTLS')
    return 'failed: the mail server offers no STARTTLS, which SMTP_URL requires'
  if (timeoutType === 'GREETING_TIMEOUT')
    return 'failed: the mail server sends no greeting: if the port requires TLS, use smtps:// in SMTP_URL'

  const answer = responseCode ? `, answer ${responseCode} to ${command ?? 'nothing'}` : ''
  if (refusesRecipient({ command, permanent })) return `failed: the mail server refused the recipient${answer}`
  if (code === 'EAUTH') return `failed: the mail server refused the log-in in SMTP_URL${answer}`
  const tookTooLong = name === 'TimeoutError' || code === 'EABORT'
  return `${tookTooLong ? 'took too long' : `failed with ${code ?? name}`}${answer}`
}

/** The mail server has permanently refused the address. `answer`: its status codes, '550 5.1.1'. */
export class AddressRefused extends LastingFailure {
  readonly answer: string

  constructor(message: string, answer: string) {
    super(message)
    this.answer = answer
  }
}

/** Classifies a failure of SMTP by whether a retry can succeed. */
export function classifyFailure(error: unknown) {
  const failure = error as NodemailerError
  const sentence = `Sending the e-mail ${describeFailure(failure)}`
  // No response to an SMTP command: the server was not reached, or it refused the log-in.
  if (failure.responseCode === undefined || failure.code === 'EAUTH') return new KnownOutage(sentence)
  if (!refusesRecipient(failure)) return new Error(sentence)
  const answer = findRefusal(failure)
  return answer ? new AddressRefused(sentence, answer) : new LastingFailure(sentence)
}

/** Undefined if the enhanced status code (RFC 3463) concerns the sender or the message, not the address. */
function findRefusal({ response = '', responseCode }: NodemailerError) {
  const subject = /^\d{3}[ -](5\.(\d{1,3})\.\d{1,3})\b/.exec(response)
  if (!subject) return String(responseCode)
  return ['1', '2'].includes(subject[2]!) ? `${responseCode} ${subject[1]}` : undefined
}
