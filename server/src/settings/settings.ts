import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { StartupError } from '@prenoto/core/startup-error.ts'
import leven from 'leven'
import * as z from 'zod/mini'
import type { AddressBlocks } from '../lib/outgoing/reachable-address.ts'
import { plainAddress } from './addresses.ts'
import { parseHostUrls } from './database-hosts.ts'
import { type DkimKey, readDkimKey } from './dkim.ts'
import { parseSecretKeys } from './secret-keys.ts'
import { readTextChannels, type TextChannelSettings, textChannelVariables } from './text-channels.ts'
import { areSet, parsed, parseList, refuseSet, requireSet } from './variables.ts'

/** Default quota of uploads per tenant, megabytes. */
export const UPLOAD_QUOTA_MB = 200

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

const yesNo = z.pipe(
  z.enum(['', '0', '1', 'true', 'false', 'on', 'off'], 'use on or off'),
  z.transform((text) => ['1', 'true', 'on'].includes(text)),
)

/** `on` means one proxy. */
const proxies = parsed((text) => {
  if (['', '0', 'false', 'off'].includes(text)) return false
  if (['true', 'on'].includes(text)) return 1
  return /^\d\d?$/.test(text) ? Number(text) : parseList(text, isNetwork)
}, 'use on, off, how many proxies there are, or their addresses and networks, such as 10.0.0.0/8,::1')

const secretKeys = parsed(
  parseSecretKeys,
  'use keys as openssl rand -hex 32 prints them, separated by commas, newest first',
)

/** '10.0.0.7', '10.0.0.0/8' or '2001:db8::/32' */
function isNetwork(text: string) {
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)]!
  return most > 0 && rest.length === 0 && (bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= most))
}

/** Blocks with their length: '10.0.0.7' becomes '10.0.0.7/32'. */
const addressBlocks = parsed(
  (text) =>
    parseList(text, isNetwork)?.map((block) =>
      block.includes('/') ? block : `${block}/${isIP(block) === 4 ? 32 : 128}`,
    ),
  'use IP addresses and networks, such as 10.0.0.0/8,::1',
)

const publicAddresses = parsed(
  (text) => parseList(text, (address) => isIP(address) > 0)?.map(plainAddress),
  'use IP addresses, such as 203.0.113.7,2001:db8::7',
)

/** '9.9.9.9', '127.0.0.1:5353', '2620:fe::fe' or '[2620:fe::fe]:53' */
function isNameServer(text: string) {
  const [, ipv6, ipv4] = /^(?:\[(.+)\]|([\d.]+)):\d{1,5}$/.exec(text) ?? []
  return isIP(ipv6 ?? ipv4 ?? text) > 0
}

const dnsServers = parsed(
  (text) => parseList(text, isNameServer),
  'use IP addresses, such as 9.9.9.9 or 127.0.0.1:5353',
)

const metricsTokens = parsed(
  (text) => parseList(text, (token) => /^[\w.~+/=-]{32,}$/.test(token)),
  'use 32 letters and digits or more, such as openssl rand -hex 32 prints; separate two with a comma',
)

const vapidKey = (bytes: number) =>
  z
    .string()
    .check(
      z.refine(
        (text) => Buffer.from(text, 'base64url').length === bytes,
        'use a key as npx web-push generate-vapid-keys prints it',
      ),
    )

const pushServices = parsed(
  (text) => parseList(text, (origin) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin),
  'use addresses without a path, such as https://push.example.it',
)

const DEFAULT_PROVIDER_EMAIL = 'assistenza@prenoto.example'

/** Addresses of reserved domains (RFC 2606), and of Italy's usual example. */
const EXAMPLE_ADDRESS = /@([\w-]+\.)*(example(\.\w+)?|invalid|test|localhost)$/i

const HOST_NAME = /^([a-z0-9-]+\.)+[a-z0-9-]+$/

const wholeNumber = z.coerce.number('use a number').check(z.int('use a whole number'))
const port = wholeNumber.check(z.minimum(0, 'use 0 to 65535'), z.maximum(65_535, 'use 0 to 65535'))
const positiveNumber = wholeNumber.check(z.minimum(1, 'use at least 1'))

const environment = z.object({
  PORT: z._default(port, 3000),
  HOST: z.optional(z.string().check(z.minLength(1, 'use an address, for instance 127.0.0.1'))),
  DATA_DIR: z._default(z.string().check(z.minLength(1, 'use a folder')), '.data'),
  DATABASE_URL: z.optional(z.string()),
  OWNER_DATABASE_URL: z.optional(z.string()),
  LISTEN_DATABASE_URL: z.optional(z.string()),
  DEMO: z.optional(yesNo),
  DATABASE_WAIT: z._default(
    z.coerce
      .number('use a number of seconds')
      .check(z.minimum(0, 'use 0 or more seconds'), z.maximum(3600, 'use 3600 seconds at most')),
    60,
  ),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, 'use smtp:// or smtps://'))),
  MAIL_FROM: z.optional(z.string().check(z.email('use an e-mail address'))),
  DKIM_SELECTOR: z.optional(
    z.string().check(z.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'use a name such as prenoto1')),
  ),
  DKIM_KEY_FILE: z.optional(z.string()),
  DKIM_DOMAIN: z.optional(z.string()),
  ...textChannelVariables,
  JOBS: z._default(yesNo, true),
  WORKER_PORT: z.optional(port),
  S3_ENDPOINT: z.optional(z.url('use an address')),
  S3_BUCKET: z.optional(z.string()),
  S3_REGION: z.optional(z.string()),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  UPLOAD_QUOTA_MB: z._default(positiveNumber, UPLOAD_QUOTA_MB),
  BACKUP_KEEP: z._default(wholeNumber.check(z.minimum(0, 'use 0 or more')), 7),
  PROVIDER_NAME: z._default(z.string().check(z.minLength(1, 'use a name')), 'Prenoto'),
  PROVIDER_EMAIL: z._default(z.email('use an e-mail address'), DEFAULT_PROVIDER_EMAIL),
  PUBLIC_ADDRESSES: z.optional(publicAddresses),
  PUBLIC_HOST: z.optional(
    z.string().check(z.regex(HOST_NAME, 'use a host name in small letters, such as proxy.example.it')),
  ),
  DNS_SERVERS: z.optional(dnsServers),
  OUTGOING_ALLOW: z.optional(addressBlocks),
  PUBLIC_SIGNUP: z._default(yesNo, false),
  PROVIDER_DOMAIN: z.optional(
    z.string().check(z.regex(HOST_NAME, 'use a domain in small letters, such as prenoto.example.it')),
  ),
  SIGNUPS_PER_HOUR: z._default(positiveNumber, 20),
  TRUST_PROXY: z._default(proxies, false),
  METRICS_TOKEN: z.optional(metricsTokens),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(z.url('use an address such as http://127.0.0.1:4318')),
  SECRET_KEYS: z.optional(secretKeys),
  TRANSFER_KEY: z.optional(secretKeys),
  VAPID_PUBLIC_KEY: z.optional(vapidKey(65)),
  VAPID_PRIVATE_KEY: z.optional(vapidKey(32)),
  PUSH_SERVICES: z.optional(pushServices),
  RATE_LIMITS: z._default(yesNo, true),
  ACCESS_LOG: z._default(yesNo, false),
  LOG_LEVEL: z._default(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'use fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
})

type Variables = z.infer<typeof environment>

/** The URL of the bucket is the endpoint followed by the bucket's name. */
function readBucket({
  S3_ENDPOINT,
  S3_BUCKET,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
  S3_REGION = 'auto',
}: Variables): Bucket | undefined {
  const needed = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  if (!areSet(needed, 'needed to store uploads in a bucket')) return undefined
  return {
    endpoint: `${S3_ENDPOINT!.replace(/\/+$/, '')}/${S3_BUCKET}`,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID!,
    secretAccessKey: S3_SECRET_ACCESS_KEY!,
  }
}

/** Throws a StartupError for an invalid connection string. */
function requireHosts(name: string, url: string | undefined) {
  const problem = url && parseHostUrls(url).problem
  if (problem) throw new StartupError(`${name}: ${problem}`)
}

/** Sending by SMTP requires MAIL_FROM. */
function readMail(variables: Variables): MailSettings {
  const { SMTP_URL, MAIL_FROM } = variables
  if (SMTP_URL && !MAIL_FROM)
    throw new StartupError('MAIL_FROM: needed to send e-mails, an address of yours that SMTP_URL may send from')
  return { smtpUrl: SMTP_URL, from: MAIL_FROM ?? 'prenoto@localhost', dkim: readDkim(variables) }
}

function readDkim({ DKIM_SELECTOR, DKIM_KEY_FILE, DKIM_DOMAIN, MAIL_FROM }: Variables) {
  if (!DKIM_SELECTOR && !DKIM_KEY_FILE && !DKIM_DOMAIN) return undefined
  requireSet({ DKIM_SELECTOR, DKIM_KEY_FILE, MAIL_FROM }, 'needed to sign e-mails')
  return readDkimKey({ selector: DKIM_SELECTOR!, keyFile: DKIM_KEY_FILE!, domain: DKIM_DOMAIN }, MAIL_FROM!)
}

function readOwnDomains(variables: Variables): OwnDomainSettings | undefined {
  const { PUBLIC_ADDRESSES, PUBLIC_HOST, DNS_SERVERS, PROVIDER_DOMAIN } = variables
  if (!PUBLIC_ADDRESSES) {
    refuseSet({ PUBLIC_HOST, DNS_SERVERS }, 'also needs PUBLIC_ADDRESSES')
    return undefined
  }
  return {
    addresses: PUBLIC_ADDRESSES,
    host: PUBLIC_HOST,
    providerDomain: PROVIDER_DOMAIN,
    dnsServers: DNS_SERVERS ?? [],
  }
}

/** Requires both variables of the sign-up or none, and keys that all servers share. */
function readSignUp(variables: Variables): SignUpSettings | undefined {
  const { PUBLIC_SIGNUP, PROVIDER_DOMAIN, SIGNUPS_PER_HOUR, DATABASE_URL, SECRET_KEYS } = variables
  if (PUBLIC_SIGNUP && !PROVIDER_DOMAIN)
    throw new StartupError('PROVIDER_DOMAIN: needed for PUBLIC_SIGNUP, the domain of the page on which owners sign up')
  if (!PUBLIC_SIGNUP && PROVIDER_DOMAIN) throw new StartupError('PROVIDER_DOMAIN: also needs PUBLIC_SIGNUP=on')
  if (!PROVIDER_DOMAIN) return undefined
  if (DATABASE_URL && !SECRET_KEYS)
    throw new StartupError('SECRET_KEYS: needed for PUBLIC_SIGNUP with DATABASE_URL, for the links in its e-mails')
  return { domain: PROVIDER_DOMAIN, perHour: SIGNUPS_PER_HOUR }
}

function readPush({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, PUSH_SERVICES = [] }: Variables): PushSettings {
  if (!areSet({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }, 'needed beside the other key of VAPID'))
    return { services: PUSH_SERVICES }
  return { keys: { publicKey: VAPID_PUBLIC_KEY!, privateKey: VAPID_PRIVATE_KEY! }, services: PUSH_SERVICES }
}

/** For notifications on devices of staff. */
type PushSettings = {
  /** In base64url. Absent: they are generated and stored in the database. */
  keys?: { publicKey: string; privateKey: string }
  /** Origins of push services beyond those of the common browsers. */
  services: string[]
}

/** For businesses that their owners open themselves. */
type SignUpSettings = {
  /** The provider's own domain; it shows the page, and the businesses are below it. */
  domain: string
  /** The businesses that can be opened in an hour. */
  perHour: number
}

/** For domains that businesses add themselves. */
export type OwnDomainSettings = {
  /** The IP addresses at which visitors reach the proxy. */
  addresses: string[]
  /** A name of the proxy, for CNAME records. */
  host?: string
  /** The provider's own domain; neither it nor a name below it can be added. */
  providerDomain?: string
  /** Asked when a domain is verified. Empty: those of the operating system. */
  dnsServers: string[]
}

export type MailSettings = {
  /** Absent: e-mails are written to files below the data folder. */
  smtpUrl?: string
  from: string
  /** Absent: e-mails are not signed. */
  dkim?: DkimKey
}

/** An S3-compatible bucket. */
export type Bucket = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string }

export type Settings = {
  port: number
  host: string
  /** Absolute path. */
  dataDir: string
  /** Absent: the embedded PostgreSQL. */
  databaseUrl?: string
  /** Connection string of the owner of the tables, for migrations and the command line. Absent: `databaseUrl`, if that owns them. */
  ownerDatabaseUrl?: string
  /** A direct connection for LISTEN if `databaseUrl` leads to a pooler in transaction mode. */
  listenDatabaseUrl?: string
  /** Milliseconds to wait for the database at start. */
  databaseWait: number
  /** Absent: uploads are stored below `dataDir`. */
  bucket?: Bucket
  /** Quota per tenant, megabytes. */
  uploadQuotaMb: number
  /** How many verified backups stay in their place. 0: all of them, and none is made at night. */
  backupKeep: number
  mail: MailSettings
  textChannels: TextChannelSettings
  /** Whether this process runs jobs; otherwise `prenoto worker` does. */
  jobs: boolean
  /** Port of the worker's health checks and metrics. Absent: none. */
  workerPort?: number
  provider: { name: string; email: string }
  /** Absent: businesses cannot add domains. */
  ownDomains?: OwnDomainSettings
  /** Absent: only the provider opens businesses. */
  signUp?: SignUpSettings
  push: PushSettings
  /** Addresses besides public ones that requests to addresses of businesses and push services may reach. */
  outgoingAllow: AddressBlocks
  /** Whether a start adds the demo businesses to an empty database. */
  demo: boolean
  /** Whether only this computer can reach the server: a loopback host and no trusted proxy. */
  isLocal: boolean
  /** Proxies whose `X-Forwarded-*` headers are trusted: their number, or addresses and networks. */
  trustProxy: false | number | string[]
  /** Bearer tokens of /metrics. Empty: only loopback connections without a proxy may read it. */
  metricsTokens: string[]
  /** Where traces are sent. Absent: nowhere. */
  tracesEndpoint?: string
  /** Keys of 32 bytes that encrypt stored secrets, newest first. Empty: see `readSecretKeys`. */
  secretKeys: Buffer[]
  /** Encrypts health notes and secrets in the file of an exported business. Absent: they stay as they are. */
  transferKey?: Buffer
  /** Whether public forms are rate limited; log-ins always are. */
  rateLimits: boolean
  /** Whether every response is logged. */
  accessLog: boolean
  logLevel: string
}

/** Any setting can be in a file, such as a secret of a container: DATABASE_URL_FILE=/run/secrets/database-url. */
const IN_FILE = '_FILE'

function readVariable(name: string, path: string, env: NodeJS.ProcessEnv): string {
  if (env[name] !== undefined) throw new StartupError(`${name}: is set twice, because ${name}${IN_FILE} is set, too`)
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartupError(`${name}${IN_FILE}: ${(error as Error).message}`)
  }
}

/** Reads and validates the settings. Throws a StartupError that names every invalid variable. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  // An empty variable counts as not set.
  const setVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  for (const name of SETTING_NAMES) {
    const path = setVariables[name + IN_FILE]
    if (path !== undefined) setVariables[name] = readVariable(name, path, setVariables)
  }
  const { data, error } = environment.safeParse(setVariables)
  if (error) throw new StartupError(error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))

  for (const name of ['DATABASE_URL', 'OWNER_DATABASE_URL', 'LISTEN_DATABASE_URL'] as const) {
    requireHosts(name, data[name])
    if (data[name] && !data.DATABASE_URL)
      throw new StartupError(`${name}: also needs DATABASE_URL, the connection string for requests`)
  }
  const host = data.HOST ?? (data.DATABASE_URL ? '0.0.0.0' : '127.0.0.1')
  if (!data.RATE_LIMITS && !LOOPBACK.has(host))
    throw new StartupError('RATE_LIMITS: off is for load tests and needs a loopback HOST, such as 127.0.0.1')
  const isLocal = LOOPBACK.has(host) && data.TRUST_PROXY === false

  return {
    port: data.PORT,
    host,
    isLocal,
    demo: data.DEMO ?? (isLocal && !data.DATABASE_URL),
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    ownerDatabaseUrl: data.OWNER_DATABASE_URL,
    listenDatabaseUrl: data.LISTEN_DATABASE_URL,
    databaseWait: data.DATABASE_WAIT * 1000,
    bucket: readBucket(data),
    uploadQuotaMb: data.UPLOAD_QUOTA_MB,
    backupKeep: data.BACKUP_KEEP,
    mail: readMail(data),
    textChannels: readTextChannels(data),
    jobs: data.JOBS,
    workerPort: data.WORKER_PORT,
    provider: { name: data.PROVIDER_NAME, email: data.PROVIDER_EMAIL },
    ownDomains: readOwnDomains(data),
    signUp: readSignUp(data),
    push: readPush(data),
    outgoingAllow: data.OUTGOING_ALLOW ?? [],
    trustProxy: data.TRUST_PROXY,
    metricsTokens: data.METRICS_TOKEN ?? [],
    tracesEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    secretKeys: data.SECRET_KEYS ?? [],
    transferKey: data.TRANSFER_KEY?.[0],
    rateLimits: data.RATE_LIMITS,
    accessLog: data.ACCESS_LOG,
    logLevel: data.LOG_LEVEL,
  }
}

/** Prefixes of names that look like settings. */
const OWN_PREFIX = /^(PRENOTO|BACKUP|SMTP|MAIL|DKIM|S3|WHATSAPP|SMS)_/

/** Variables that Kubernetes, shells and schedulers set. */
const FOREIGN = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP)(_\w+)?$|^(JOB|POST|PORT\d+)$/

/** Warnings about probable mistakes, such as misspelled names. They never contain values. */
export function settingWarnings(env: NodeJS.ProcessEnv): string[] {
  const setNames = Object.keys(env)
    .filter((name) => env[name] !== '')
    .map((name) => SETTING_NAMES.find((settingName) => settingName + IN_FILE === name) ?? name)
  const isMailLost = setNames.includes('DATABASE_URL') && !setNames.includes('SMTP_URL')
  const mailWarning = 'SMTP_URL is not set: e-mails are written to files and not sent'
  const isInUse = setNames.includes('DATABASE_URL') || setNames.includes('SMTP_URL')
  const isContactMissing = isInUse && EXAMPLE_ADDRESS.test(env.PROVIDER_EMAIL || DEFAULT_PROVIDER_EMAIL)
  const contactWarning =
    'PROVIDER_EMAIL is missing or an example: push services may refuse notifications, and nobody can write to the provider'
  return [
    ...(isMailLost ? [mailWarning] : []),
    ...(isContactMissing ? [contactWarning] : []),
    ...setNames.flatMap((name) => nameWarning(name, env[name] ?? '') ?? []),
  ]
}

export const SETTING_NAMES = Object.keys(environment.shape)

function nameWarning(name: string, value: string) {
  const isForeign = FOREIGN.test(name) || (name.endsWith('_PORT') && /^(tcp|udp):/.test(value))
  if (SETTING_NAMES.includes(name) || isForeign || !/^[A-Z]\w*$/.test(name)) return undefined
  const similar = SETTING_NAMES.find((settingName) => resembles(settingName, name))
  if (similar) return `${name} is not a setting: do you mean ${similar}?`
  return OWN_PREFIX.test(name) ? `${name} is not a setting of Prenoto` : undefined
}

/** Allows two wrong letters, one in a short name, none at the start: HTTP_URL is not a typo of SMTP_URL. */
const resembles = (settingName: string, name: string) =>
  settingName[0] === name[0] && leven(settingName, name) <= (settingName.length < 6 ? 1 : 2)
