'use server'

import { z } from 'zod'
import { removeDemo as remove } from '#lib/commands/remove-demo.ts'
import { defineCommand } from '#lib/web/define-command.ts'

export const removeDemo = defineCommand(z.object({}), remove)
