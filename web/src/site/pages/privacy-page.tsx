import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { ShownPrivacyText } from '@prenoto/core/pages/page-data.ts'
import { fillPrivacyText, privacyBlocks } from '@prenoto/core/privacy/privacy-text.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import styles from './page-title.module.css'

type PrivacyPageProps = { configuration: Configuration; privacy: ShownPrivacyText }

/** The privacy text of the business. Works without scripts. */
export function PrivacyPage({ configuration, privacy }: PrivacyPageProps) {
  const { text, version, since, ...facts } = privacy
  const blocks = privacyBlocks(fillPrivacyText(text, { configuration, ...facts }))
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>Privacy Policy</h1>
      <div className={styles.prose}>
        {blocks.map(({ kind, lines }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and lines may come twice
          <Block key={i} kind={kind} lines={lines} />
        ))}
      </div>
      <p className={styles.version}>{`Versione ${version}${since ? `, in vigore da ${formatDate(since)}` : ''}`}</p>
    </article>
  )
}

function Block({ kind, lines }: ReturnType<typeof privacyBlocks>[number]) {
  if (kind === 'title') return <h2>{lines[0]}</h2>
  if (kind === 'paragraph') return <p>{lines.join('\n')}</p>
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
