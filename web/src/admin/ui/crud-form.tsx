import { type ReactNode, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { type Crud, useCrud, useObstacle } from '../lib/crud-queries.ts'
import { showFieldProblems } from './admin-form.ts'
import { PanelBody, PanelFooter, PanelForm, PanelObstacle } from './side-panel.tsx'
import { offerUndo } from './undo-offers.ts'

export type CrudTexts = { add: string; created: string; updated: string; deleted: string }

type CrudFormProps<Item extends { id: number }, Input extends FieldValues, Body> = {
  form: UseFormReturn<Input, unknown, Body>
  crud: Crud<Item, Body>
  texts: CrudTexts
  /** What is being changed; nothing while something is added. */
  item: Item | undefined
  onDone: () => void
  /** What follows a save in place of `onDone`. */
  onSaved?: (saved: Item) => void
  /** A save that fails leaves the panel as it is, with what the server says at its fields; otherwise it closes anyway. */
  staysOnFailure?: boolean
  /** Why the item cannot be deleted, besides what the server says of it. */
  obstacle?: string
  /** Whether a save would be refused; why is said at the fields. */
  cannotSave?: boolean
  children: ReactNode
}

/** The form of a list's panel: adds without an item, changes or deletes with one. Failures are only logged. */
export function CrudForm<Item extends { id: number }, Input extends FieldValues, Body>({
  form,
  crud,
  texts,
  item,
  onDone,
  onSaved = onDone,
  staysOnFailure = false,
  obstacle: ownObstacle,
  cannotSave = false,
  children,
}: CrudFormProps<Item, Input, Body>) {
  const { create, update, remove, restore } = useCrud(crud)

  const obstacleId = useId()
  const found = useObstacle(crud, item?.id)
  const obstacle = ownObstacle ?? found

  const save = form.handleSubmit(async (body) => {
    try {
      const saved = item ? await update.mutateAsync({ id: item.id, body }) : await create.mutateAsync(body)
      showToast('success', item ? texts.updated : texts.created)
      onSaved(saved)
    } catch (error) {
      if (staysOnFailure) showFieldProblems(form, error)
      else onDone()
    }
  })

  const deleteItem = async () => {
    const { id } = item!
    try {
      await remove.mutateAsync(id)
      showToast('success', texts.deleted)
      offerUndo(crud.nameOf(item!), () => restore(id))
    } catch {
      // Logged by the query client; the panel closes either way.
    }
    onDone()
  }

  const isBusy = form.formState.isSubmitting || remove.isPending
  return (
    <PanelForm onSubmit={save}>
      <PanelBody>{children}</PanelBody>
      <PanelFooter
        apart={
          item && (
            <>
              <Button
                look="danger"
                loading={remove.isPending}
                disabled={isBusy || obstacle !== null}
                aria-describedby={obstacle ? obstacleId : undefined}
                onClick={deleteItem}
              >
                Elimina
              </Button>
              {obstacle && <PanelObstacle id={obstacleId} text={obstacle} />}
            </>
          )
        }
      >
        {item && (
          <Button look="quiet" disabled={isBusy} onClick={onDone}>
            Annulla
          </Button>
        )}
        <Button type="submit" loading={form.formState.isSubmitting} disabled={isBusy || cannotSave}>
          {item ? 'Salva modifiche' : texts.add}
        </Button>
      </PanelFooter>
    </PanelForm>
  )
}
