import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import styles from './row-menu.module.css'

/** Leads to `href`, or runs; `run` is told the button of the menu, where the focus goes back to from whatever it opens. */
export type RowAction = { text: string; Icon: LucideIcon; isDanger?: boolean } & (
  | { run: (opener: HTMLElement) => void; href?: undefined }
  | { href: string; run?: undefined }
)

type RowMenuProps = {
  label: string
  actions: RowAction[]
  /** Whether somebody has pressed what stood in its place: it opens at once. */
  isPressed?: boolean
}

/** The three dots of a row. `label` says whose actions they are: 'Azioni per Mario Rossi'. */
export default function RowMenu({ label, actions, isPressed }: RowMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const goesOn = useRef(isPressed)
  useEffect(() => {
    if (!goesOn.current) return
    goesOn.current = false
    opener.current!.focus()
    opener.current!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  }, [])
  return (
    <MenuTrigger>
      <Button ref={opener} className={styles.dots} aria-label={label}>
        <EllipsisVertical size={20} aria-hidden="true" />
      </Button>
      <Popover className={styles.popover} placement="bottom end" offset={4}>
        <Menu className={styles.menu} aria-label={label}>
          {actions.map(({ text, Icon, isDanger, run, href }) => (
            <MenuItem
              key={text}
              textValue={text}
              className={isDanger ? `${styles.item} ${styles.danger}` : styles.item!}
              href={href}
              onAction={() => run?.(opener.current!)}
            >
              <Icon size={18} aria-hidden="true" />
              {text}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
