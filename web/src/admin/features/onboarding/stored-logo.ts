import { readTabItem, removeTabItem, storeTabItem } from '../../../lib/session.ts'

/** The file is stored in IndexedDB, since session storage is too small; session storage has its key. */
const LOGO = 'onboarding_logo'

const STORE = 'logo'

/** The logo chosen in this tab, or undefined; rejects if the file is lost. */
export async function readLogo(): Promise<File | undefined> {
  const key = readTabItem(LOGO)
  if (key === undefined) return undefined
  const file = await inStore<File | undefined>('readonly', (store) => store.get(key))
  if (!file) throw new Error('the logo is gone')
  return file
}

export function storeLogo(file: File) {
  const key = String(Math.random())
  storeTabItem(LOGO, key)
  // Only one logo is stored. Without IndexedDB the logo is lost on reload, and its field says so.
  inStore('readwrite', (store) => {
    store.clear()
    return store.put(file, key)
  }).catch(() => {})
}

export function deleteLogo() {
  if (readTabItem(LOGO) === undefined) return
  removeTabItem(LOGO)
  // Without IndexedDB nothing is stored.
  inStore('readwrite', (store) => store.clear()).catch(() => {})
}

function inStore<Result>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<Result>) {
  return new Promise<Result>((resolve, reject) => {
    const opening = indexedDB.open('onboarding', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(STORE, mode)
      const request = use(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
      opening.result.close()
    }
  })
}
