import styles from './button-choice.module.css'

type ButtonChoiceProps<T extends string> = {
  legend: string
  options: readonly (readonly [T, string])[]
  chosen: T | undefined
  onChoose: (option: T) => void
}

/** A choice of one among a few, as buttons side by side. */
export function ButtonChoice<T extends string>({ legend, options, chosen, onChoose }: ButtonChoiceProps<T>) {
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          className={styles.option}
          aria-pressed={option === chosen}
          onClick={() => onChoose(option)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}
