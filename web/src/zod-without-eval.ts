import { config } from 'zod'

// zod would try `new Function` to make its checks faster; our content security policy forbids that and reports the try.
config({ jitless: true })
