import styles from '../../ui/visually-hidden.module.css'

/** A field that people neither see nor reach: whoever fills it is not one. */
export function BotTrap() {
  return (
    <div className={styles.hidden} aria-hidden="true">
      <label>
        Sito web
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
