import { type ReactNode, useId, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, isProofDeclined } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { type Crud, useCrud, useDeletionBlocker, useLatest, type Versioned } from '../../lib/crud-queries.ts'
import { offerUndo } from '../feedback/undo-offers.ts'
import { PanelBlocker, PanelBody, PanelFooter, PanelForm } from '../panels/side-panel.tsx'
import { fillForm, showFieldProblems } from './admin-form.ts'
import type { Formats, Labels } from './differences.ts'
import { AlreadySavedNotice, DraftOffer, EditConflictNotice, OutdatedHint } from './form-notices.tsx'
import { useDraft } from './use-draft.ts'
import { useEditConflict } from './use-edit-conflict.ts'

/** A new record has no version yet. */
const NEW_ITEM = { id: 0, version: 0 }

export type CrudTexts = { add: string; created: string; updated: string; deleted: string }

/** The fields with a label. An item has a value for each, or the next save would erase what the form has not read. */
type Labelled<AllLabels> = { [K in keyof AllLabels as AllLabels[K] extends string ? K : never]: unknown }

export type CrudFormProps<Item extends Versioned, Input extends FieldValues, Body, AllLabels> = {
  form: UseFormReturn<Input, unknown, Body>
  crud: Crud<Item, Body>
  texts: CrudTexts
  /** The edited item; undefined for a new one. */
  item: Item | undefined
  /** The name of the draft; by default made of the list's key and the id. */
  draftName?: string
  /** The page that opens the form again; by default that of the list, null for none. */
  page?: string | null | undefined
  /** The labels of all fields, in the order of the form; null for one that is not edited or that an item does not have. */
  labels: AllLabels & Record<keyof Input, string | null>
  formats?: Formats
  /** The initial values of an item's form. */
  toValues: (item: Item) => Labelled<AllLabels>
  onDone: () => void
  /** Called after a save instead of `onDone`. */
  onSaved?: (saved: Item) => void
  /** Whether the panel stays open with the server's messages after a failed save; otherwise it closes. */
  staysOnFailure?: boolean
  /** Why the item cannot be deleted, as a sentence; without it the server is asked. */
  deletionBlocker?: string
  /** Why the form cannot be saved, as a sentence. */
  saveBlocker?: string
  /** A notice above the buttons, and what a save leaves as it is, for the submit button. */
  note?: ReactNode
  consequence?: string
  children: ReactNode
}

/**
 * The form that creates, edits or deletes an item. Failures are only logged, but the values stay available as a draft.
 * Changes of other users are never overwritten unseen.
 */
export function CrudForm<Item extends Versioned, Input extends FieldValues, Body, AllLabels>({
  form,
  crud,
  texts,
  item,
  draftName = `${crud.key} ${item?.id ?? 'new'}`,
  page = crud.page,
  labels,
  formats,
  toValues,
  onDone,
  onSaved = onDone,
  staysOnFailure = false,
  deletionBlocker: ownBlocker,
  saveBlocker,
  note,
  consequence = '',
  children,
}: CrudFormProps<Item, Input, Body, AllLabels>) {
  const { create, update, remove, restore } = useCrud(crud)
  const [alreadySaved, setAlreadySaved] = useState<ApiError>()

  const id = useId()
  const blocker = useDeletionBlocker(crud, item?.id)
  const deletionBlocker = ownBlocker ?? (blocker ? `Non si può eliminare: ha ancora ${blocker}.` : blocker)

  const editConflict = useEditConflict({
    latest: useLatest(crud, item ?? NEW_ITEM) as Item,
    toValues: (saved) => (item ? { ...toValues(saved) } : {}),
    labels: Object.fromEntries(Object.entries(labels).filter(([, label]) => label !== null)) as Labels,
    formats,
    read: form.getValues,
    write: (saved, values) => fillForm(form, saved, values),
  })
  const draft = useDraft(draftName, {
    page,
    item: item && editConflict.base,
    read: form.getValues,
    write: ({ item: base, values }) => editConflict.continueFrom((base ?? NEW_ITEM) as Item, values),
  })

  const save = form.handleSubmit(async (body) => {
    try {
      let saved: Item | undefined
      const change = async (version: number) => {
        saved = await update.mutateAsync({ id: item!.id, body, version })
      }
      if (!item) saved = await create.mutateAsync({ body, key: draft.idempotencyKey() })
      else if (!(await editConflict.save(change))) return
      draft.clear()
      showToast('success', item ? texts.updated : texts.created)
      onSaved(saved!)
    } catch (error) {
      if (isProofDeclined(error)) return
      draft.handleFailure(error)
      if (!item && error instanceof ApiError && error.current) setAlreadySaved(error)
      else if (staysOnFailure) showFieldProblems(form, error)
      else onDone()
    }
  })

  const openSaved = (saved: unknown) => {
    const values = form.getValues()
    onDone()
    draft.continueIn({ form: `${crud.key} ${(saved as Item).id}`, page: crud.page! }, { item: saved, values })
  }

  const deleteItem = async () => {
    const { id } = item!
    try {
      await remove.mutateAsync(id)
      draft.clear()
      showToast('success', texts.deleted)
      offerUndo(crud.getName(item!), () => restore(id))
    } catch (error) {
      if (isProofDeclined(error)) return
      // Logged by the query client; the panel closes either way.
    }
    onDone()
  }

  const cancel = () => {
    draft.clear()
    onDone()
  }

  const isBusy = form.formState.isSubmitting || remove.isPending
  return (
    <PanelForm onSubmit={save} {...draft.watch}>
      <PanelBody>
        <DraftOffer draft={draft} />
        <EditConflictNotice editConflict={editConflict} />
        <AlreadySavedNotice error={alreadySaved} onOpen={openSaved} />
        {children}
      </PanelBody>
      <PanelFooter
        note={
          <>
            {note}
            <OutdatedHint editConflict={editConflict} />
            {item && deletionBlocker && <PanelBlocker id={`${id}-delete`} text={deletionBlocker} />}
            {saveBlocker && <PanelBlocker id={`${id}-save`} text={saveBlocker} />}
          </>
        }
        apart={
          item && (
            <Button
              look="danger"
              loading={remove.isPending}
              disabled={isBusy || deletionBlocker !== null}
              aria-describedby={deletionBlocker ? `${id}-delete` : undefined}
              onClick={deleteItem}
            >
              Elimina
            </Button>
          )
        }
      >
        {item && (
          <Button look="quiet" disabled={isBusy} onClick={cancel}>
            Annulla
          </Button>
        )}
        <Button
          type="submit"
          loading={form.formState.isSubmitting}
          disabled={isBusy || saveBlocker !== undefined}
          aria-describedby={saveBlocker ? `${id}-save` : undefined}
        >
          {`${item ? 'Salva modifiche' : texts.add}${consequence}`}
        </Button>
      </PanelFooter>
    </PanelForm>
  )
}
