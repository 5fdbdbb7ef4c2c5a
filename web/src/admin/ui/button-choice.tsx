import styles from './ui.module.css'

type ButtonChoiceProps<T extends string> = {
  legend: string
  options: readonly (readonly [T, string])[]
  chosen: T | undefined
  onChoose: (option: T) => void
}

/** A choice of one among a few, as buttons side by side. */
export function ButtonChoice<T extends string>({ legend, options, chosen, onChoose }: ButtonChoiceProps<T>) {
  return (
    <fieldset className="flex bare gap-2 flex-wrap">
      <legend className={`w-full mb-2 semibold ${styles.legend}`}>{legend}</legend>
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          className={`control touch px-4 rounded-s semibold ${styles.option}`}
          aria-pressed={option === chosen}
          onClick={() => onChoose(option)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}
