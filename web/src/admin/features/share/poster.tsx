import { PrintSheet } from '../../ui/print-sheet.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useConfiguration } from '../configuration/configuration.queries.ts'
import styles from './share.module.css'
import { withSource } from './shared-pages.ts'

type PosterProps = {
  /** The address below the QR code, which also names the poster as the source. */
  address: string
  sentence: string
}

export const POSTER_SENTENCE = 'Prenota online: inquadra il codice'

/** The poster on paper, A4 in the colours of the business, shown only in print. */
export const PosterSheet = (poster: PosterProps) => (
  <PrintSheet className={styles.paper}>
    <Poster {...poster} />
  </PrintSheet>
)

export const PosterPreview = (poster: PosterProps) => (
  <div role="img" aria-label="Anteprima della locandina" className={styles.preview}>
    <Poster {...poster} />
  </div>
)

/** All lengths are shares of its width. */
function Poster({ address, sentence }: PosterProps) {
  const { app_name, app_logo } = useConfiguration()
  return (
    <div className={`row bold text-center break-words ${styles.poster}`}>
      <div className={styles.head}>
        {app_logo && (
          <span className={styles.logo}>
            <img src={app_logo} alt="" />
          </span>
        )}
        <p style={textSize(app_name, { largest: 9, area: 48 })}>{app_name}</p>
      </div>
      <p className={styles.sentence} style={textSize(sentence, { largest: 8, area: 40 })}>
        {sentence}
      </p>
      <QrCode text={withSource(address, 'locandina')} />
      <p className="medium" style={textSize(address, { largest: 5, area: 24 })}>
        {address.replace(/^https?:\/\//, '')}
      </p>
    </div>
  )
}

/** The longer the text, the smaller its letters, so that it always has about the same area. */
const textSize = (text: string, { largest, area }: { largest: number; area: number }) => ({
  fontSize: `${Math.min(largest, area / Math.sqrt(text.length)).toFixed(2)}cqw`,
})
