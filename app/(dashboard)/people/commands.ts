'use server'

import { z } from 'zod'
import { createUser } from '#lib/commands/create-user.ts'
import { disableUser } from '#lib/commands/disable-user.ts'
import { enableUser } from '#lib/commands/enable-user.ts'
import { roles } from '#lib/commands/permissions.ts'
import { setPassword } from '#lib/commands/set-password.ts'
import { setRole } from '#lib/commands/set-role.ts'
import { defineCommand } from '#lib/web/define-command.ts'
import { wireText } from '#lib/web/wire.ts'

const one = z.object({ email: wireText })

export const add = defineCommand(one.extend({ role: z.enum(roles) }), createUser)
export const changeRole = defineCommand(one.extend({ role: z.enum(roles) }), setRole)
export const disable = defineCommand(one, disableUser)
export const enable = defineCommand(one, enableUser)
export const renewPassword = defineCommand(one, setPassword)
