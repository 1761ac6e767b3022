// Node loads this module before Portkey, which listens on all addresses and has no setting for that.
import { Server } from 'node:net'
const { listen } = Server.prototype
Server.prototype.listen = function (port, _host, listening) {
  return listen.call(this, port, '127.0.0.1', listening)
}
