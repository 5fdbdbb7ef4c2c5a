import styles from './loading-overlay.module.css'

/** Covers the page while a redirect is decided or the next page loads. */
export function LoadingOverlay() {
  return (
    <div className={styles.overlay} role="status" aria-label="Caricamento in corso">
      <div className={styles.squares} aria-hidden="true">
        {Array.from({ length: 9 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nine squares that never change
          <span key={i} className={styles.square} />
        ))}
      </div>
    </div>
  )
}
