import { popupOffline, popupOk, type PopupKind, popupTitles } from '@portal/contract/page-words'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Spinner } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import { useIsOnline } from '#ui/waiting/online.ts'
import classes from './popup.module.css'

interface PopupMessage {
  readonly kind: PopupKind
  readonly message: string
  /** Work is under way: there is no OK button, and neither Esc nor a press outside closes the popup. */
  readonly locked?: boolean
}

interface Popup {
  readonly show: (message: PopupMessage) => void
  readonly hide: () => void
}

const PopupContext = createContext<Popup>({ show: () => undefined, hide: () => undefined })

/** The popup that all pages share (C§2.10). */
export function usePopup(): Popup {
  return use(PopupContext)
}

export function PopupProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<PopupMessage | null>(null)
  const hide = useCallback(() => setShown(null), [])
  const popup = useMemo(() => ({ show: setShown, hide }), [hide])
  return (
    <PopupContext value={popup}>
      {children}
      {shown ? (
        <Dialog
          key={`${shown.kind} ${shown.message}`}
          open
          urgent
          title={t(popupTitles[shown.kind])}
          onClose={shown.locked ? undefined : hide}
          actions={shown.locked ? null : <Button onClick={hide}>{t(popupOk)}</Button>}
        >
          <div className={classes.message} role={shown.locked ? 'status' : undefined}>
            {shown.locked ? <Spinner size={24} /> : null}
            <p>{t(shown.message)}</p>
            {shown.locked ? <WhileOffline /> : null}
          </div>
        </Dialog>
      ) : null}
    </PopupContext>
  )
}

/** Keeps somebody who loses the network during a payment from thinking that it failed and paying again. */
function WhileOffline() {
  return useIsOnline() ? null : <p className={classes.offline}>{t(popupOffline)}</p>
}
