import { PanelBody, SidePanel } from '../../ui/side-panel.tsx'

export function NotificationsPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <SidePanel title="Notifiche" isOpen={isOpen} onClose={onClose}>
      <PanelBody>Non ci sono notifiche disponibili</PanelBody>
    </SidePanel>
  )
}
