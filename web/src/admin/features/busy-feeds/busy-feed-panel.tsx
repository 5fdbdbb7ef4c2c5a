import { busyFeedSchema } from '@prenoto/core/busy-feeds/busy-feed-schema.ts'
import { getMessage } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { fieldRegister, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { PanelBody, PanelFooter, PanelForm, SidePanel } from '../../ui/panels/side-panel.tsx'
import { useAddBusyFeed } from './busy-feeds.queries.ts'
import { countEvents, formatBusyTime } from './feed-texts.ts'

type BusyFeedPanelProps = { calendarId: number; isOpen: boolean; onClose: () => void }

/** Panel for the address of another calendar, above the calendar's panel. */
export const BusyFeedPanel = ({ calendarId, isOpen, onClose }: BusyFeedPanelProps) => (
  <SidePanel title="Aggiungi un calendario esterno" isOpen={isOpen} onClose={onClose}>
    <BusyFeedForm calendarId={calendarId} onDone={onClose} />
  </SidePanel>
)

function BusyFeedForm({ calendarId, onDone }: { calendarId: number; onDone: () => void }) {
  const form = useAdminForm(busyFeedSchema, { name: '', url: '' })
  const field = fieldRegister(form)
  const { mutateAsync: add } = useAddBusyFeed(calendarId)
  const { errors, isSubmitting } = form.formState

  const save = form.handleSubmit(async (body) => {
    try {
      const { events, next } = await add(body)
      showToast(
        'success',
        `Calendario letto: ${countEvents(events)}${next[0] ? `. Il prossimo: ${formatBusyTime(next[0])}` : ''}`,
      )
      onDone()
    } catch (error) {
      if (!showFieldProblems(form, error)) form.setError('root', { message: getMessage(error) })
    }
  })

  return (
    <PanelForm onSubmit={save}>
      <PanelBody>
        <p>
          Incolla il link privato del calendario: i suoi impegni chiudono le stesse ore qui. I titoli non vengono letti
          e le prenotazioni già prese non cambiano.
        </p>
        <TextField label="Nome" autoComplete="off" hint="Ad esempio «Google di Anna»." {...field('name')} />
        <TextField
          label="Link privato in formato iCal"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          hint="Chi lo ha legge il tuo calendario: qui resta nascosto."
          {...field('url')}
        />
        <p role="status" className="danger-soft px-4 py-3 rounded-s danger break-words empty-hidden">
          {errors.root?.message}
        </p>
      </PanelBody>
      <PanelFooter>
        <Button look="quiet" onClick={onDone}>
          Annulla
        </Button>
        <Button type="submit" loading={isSubmitting}>
          Aggiungi e leggi
        </Button>
      </PanelFooter>
    </PanelForm>
  )
}
