import { createServer } from 'node:http'

/** A destination that acts at once: the fastest answer there is. Prints its port; counts what it made. */
let created = 0
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    created++
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`{"id":"R${created}"}`)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 })
})
process.on('message', () => process.send?.({ created }))
process.on('disconnect', () => process.exit(0))
