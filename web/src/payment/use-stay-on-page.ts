import { useBlocker } from '@tanstack/react-router'

/**
 * Keeps the visitor on the page during a payment (C§4): the browser asks before closing or reloading, and Back does
 * nothing.
 * @param isPaying called whenever somebody tries to leave
 */
export function useStayOnPage(isPaying: () => boolean): void {
  useBlocker({ shouldBlockFn: isPaying, enableBeforeUnload: isPaying })
}
