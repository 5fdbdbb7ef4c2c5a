import { useState } from 'react'
import styles from './service-description.module.css'

/** Characters that fit into two lines on a phone. */
const TWO_LINES = 90

/** On a phone a long description is cut to two lines until the visitor expands it. */
export function ServiceDescription({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(text.length <= TWO_LINES)
  return (
    <div>
      <p className={isWhole ? styles.text : `${styles.text} ${styles.short}`}>{text}</p>
      {!isWhole && (
        <button type="button" className={styles.more} onClick={() => setIsWhole(true)}>
          Leggi tutto
        </button>
      )}
    </div>
  )
}
