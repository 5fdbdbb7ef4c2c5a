import { privacyBlocks } from '@prenoto/core/privacy/privacy-text.ts'
import type { ProcessingFacts } from '@prenoto/core/privacy/processing-texts.ts'
import { channelsUsed } from '@prenoto/core/text-messages/text-channels.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import { useQueries } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { getMessage } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { AdminPage } from '../../ui/admin-page.tsx'
import { FailedRead } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { useConfiguration } from '../configuration/configuration.queries.ts'
import { useToday } from '../configuration/use-today.ts'
import { accessQuery } from '../health-notes/health-notes.queries.ts'
import { textSettingsQuery } from '../text-messages/text-messages.queries.ts'
import styles from './privacy.module.css'
import { providerQuery } from './privacy.queries.ts'

type ProcessingDocumentProps = {
  title: string
  note: string
  writeText: (facts: ProcessingFacts) => string
}

/** A document to print, filled with the data of the business and of the provider. */
export function ProcessingDocument({ title, note, writeText }: ProcessingDocumentProps) {
  const configuration = useConfiguration()
  const today = useToday()
  const [provider, access, texts] = useQueries({ queries: [providerQuery, accessQuery, textSettingsQuery] })
  const failed = [provider, access, texts].find((query) => query.error)
  if (!provider.data || !access.data || !texts.data)
    return (
      <AdminPage title={title}>
        {failed ? (
          <FailedRead text={getMessage(failed.error)} isBusy={failed.isFetching} onRetry={() => failed.refetch()} />
        ) : (
          <Skeletons count={4} height={120} />
        )}
      </AdminPage>
    )
  const textChannels = channelsUsed(texts.data)
  const healthReaders = access.data.is_offered ? access.data.role : undefined
  return (
    <AdminPage
      title={title}
      actions={
        <span className="print-hidden">
          <Button look="quiet" onClick={() => print()}>
            <Printer size={18} aria-hidden="true" />
            Stampa
          </Button>
        </span>
      }
    >
      <article className={`stack card gap-3 rounded-m break-words ${styles.document}`}>
        <p className={'px-4 py-3 rounded-m warning-soft print-hidden'}>{note}</p>
        {privacyBlocks(writeText({ configuration, provider: provider.data, healthReaders, textChannels })).map(
          ({ kind, lines }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks may repeat and never move
            <Block key={i} kind={kind} lines={lines} />
          ),
        )}
        <p className="muted text-s">{`Compilato il ${formatDate(today)}`}</p>
      </article>
    </AdminPage>
  )
}

function Block({ kind, lines }: ReturnType<typeof privacyBlocks>[number]) {
  if (kind === 'title') return <h2 className={styles.processingDocumentTitle}>{lines[0]}</h2>
  if (kind === 'paragraph') return <p>{lines.join('\n')}</p>
  return (
    <ul className={styles.list}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
