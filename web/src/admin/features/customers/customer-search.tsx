import { useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import { areShortcutsOn, setShortcuts } from '../../lib/shortcut-keys.ts'
import { SwitchField } from '../../ui/fields/switch-field.tsx'
import { Dialog } from '../../ui/panels/dialog.tsx'
import { CustomerLookup } from './customer-lookup.tsx'
import styles from './customers.module.css'

type CustomerSearchProps = { isOpen: boolean; onClose: () => void }

/** A dialog on every page that opens a customer's page. */
export function CustomerSearch({ isOpen, onClose }: CustomerSearchProps) {
  return isOpen && <SearchDialog onClose={onClose} />
}

function SearchDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [isOn, setIsOn] = useState(areShortcutsOn)
  return (
    <Dialog title="Cerca cliente" onClose={onClose}>
      <CustomerLookup
        label="Cliente"
        isFirst
        onChoose={({ id }) => {
          onClose()
          navigate(adminPaths.customer(id))
        }}
      />
      <div className={styles.shortcutSwitch}>
        <SwitchField
          label="Tasti / e n"
          hint="Aprono questa ricerca da ogni pagina e una nuova prenotazione dalla dashboard."
          isOn={isOn}
          onChange={(isOn) => {
            setIsOn(isOn)
            setShortcuts(isOn)
          }}
        />
      </div>
    </Dialog>
  )
}
