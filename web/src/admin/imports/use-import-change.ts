import { useMutation, useQueryClient } from '@tanstack/react-query'
import { importsKey } from './imports-key.ts'

/** Something about the import that is open; the page is read again afterwards. */
export function useImportChange<Given = void>(change: (given: Given) => Promise<unknown>, onSuccess?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    ...(onSuccess && { onSuccess }),
    onSettled: async () => await client.invalidateQueries({ queryKey: importsKey }),
  })
}
