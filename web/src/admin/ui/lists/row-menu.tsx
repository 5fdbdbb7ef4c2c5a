import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import styles from './lists.module.css'

/** A link or a function. `run` gets the menu's button, which a dialog focuses when it closes. */
export type RowAction = { text: string; Icon: LucideIcon; isDanger?: boolean } & (
  | { run: (opener: HTMLElement) => void; href?: undefined }
  | { href: string; run?: undefined }
)

type RowMenuProps = {
  label: string
  actions: RowAction[]
  /** Whether the menu opens at once, because its placeholder was pressed. */
  isPressed?: boolean
}

/** The actions of a row, with a label such as 'Azioni per Mario Rossi'. */
export default function RowMenu({ label, actions, isPressed }: RowMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const opensAtOnce = useRef(isPressed)
  useEffect(() => {
    if (!opensAtOnce.current) return
    opensAtOnce.current = false
    opener.current!.focus()
    opener.current!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  }, [])
  return (
    <MenuTrigger>
      <Button ref={opener} className={`grid place-center rounded-s muted ${styles.dots}`} aria-label={label}>
        <EllipsisVertical size={20} aria-hidden="true" />
      </Button>
      <Popover className={`card rounded-m ${styles.popover}`} placement="bottom end" offset={4}>
        <Menu className={styles.menu} aria-label={label}>
          {actions.map(({ text, Icon, isDanger, run, href }) => (
            <MenuItem
              key={text}
              textValue={text}
              className={
                isDanger
                  ? `row gap-3 touch px-3 text-s cursor-pointer ${styles.item} ${styles.danger}`
                  : `row gap-3 touch px-3 text-s cursor-pointer ${styles.item}`
              }
              href={href}
              onAction={() => run?.(opener.current!)}
            >
              <Icon size={18} aria-hidden="true" />
              <span>{text}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
