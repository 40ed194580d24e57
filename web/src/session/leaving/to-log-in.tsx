import { type NavigateOptions, Navigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type HintName, readHint } from '../storage.ts'

interface ToLogInProps {
  /** What the browser remembers from a login until the person logs out. */
  readonly hint: HintName
  readonly loginPage: NavigateOptions['to']
  /** Leaves for the login page, with the mark that makes it say why. */
  readonly leave: () => void
  /** A redirect that takes along what was wanted; not used after a session has ended, when it may be somebody else. */
  readonly children?: ReactNode
}

/** The login page tells those whose session has ended unseen that they were logged out (C§4, A§4). */
export function ToLogIn({ hint, loginPage, leave, children }: ToLogInProps) {
  const [wasLoggedIn] = useState(() => readHint(hint) !== null)
  useEffect(() => {
    if (wasLoggedIn) leave()
  }, [wasLoggedIn, leave])
  if (wasLoggedIn) return null
  return children ?? <Navigate to={loginPage} replace />
}
