import { createHash } from 'node:crypto'

/**
 * Scripts of all operations, with the same beginning and end:
 *
 *   arguments ▶ load every account (follow the clock, expire, forget) ▶ the operation ▶ save and answer
 *
 * KEYS   1: whether the reservation was settled. Then three for each account:
 *        hash of buckets and of `seen`, `changed`, `level`, `window`, `reserved`, `running` · hash id → "held running" · sorted set id → expiry
 * ARGV   1: the clock (empty: the server's) · 2: id · 3: tokens · 4: running · 5: ttl · 6: how long settling is remembered.
 *        Then seven for each account: limit, warnFrom, bucketMs, spanMs, forgetAfterMs, keepMs, rejects
 *
 * Written values go through `int`, because Lua 5.1 writes numbers of 15 digits in a rounded form.
 */
const load = `
local int = function(n) return string.format('%.0f', n) end
local now
if ARGV[1] == '' then
  local t = redis.call('TIME')
  now = t[1] * 1000 + math.floor(t[2] / 1000)
else
  now = tonumber(ARGV[1])
end
local id, tokens, running, ttl, remember = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local settledAt = tonumber(redis.call('GET', KEYS[1]) or '')
local settled = settledAt ~= nil and settledAt + remember > now

local function lease(a, member)
  local raw = redis.call('HGET', a.leases, member)
  if not raw then return nil end
  local held, ran = string.match(raw, '^(%d+) (%d+)$')
  return { held = tonumber(held), running = tonumber(ran) }
end

local function drop(a, member)
  local one = lease(a, member)
  if one then
    a.reserved = a.reserved - one.held
    a.running = a.running - one.running
    redis.call('HDEL', a.leases, member)
    redis.call('ZREM', a.expiries, member)
  end
  return one
end

local function hold(a, held, ran)
  drop(a, id)
  a.reserved = a.reserved + held
  a.running = a.running + ran
  redis.call('HSET', a.leases, id, int(held) .. ' ' .. int(ran))
  redis.call('ZADD', a.expiries, int(now + ttl), id)
end

local function spend(a, index, amount)
  if amount <= 0 then return end
  a.buckets[index] = (a.buckets[index] or 0) + amount
  a.used = a.used + amount
  a.dirty[index] = true
end

local function forget(a, index)
  a.used = a.used - a.buckets[index]
  a.buckets[index] = nil
  a.dirty[index] = true
end

local function levelOf(a)
  local spent = a.used + a.running
  if spent >= a.limit then return 2 end
  if spent >= a.warnFrom then return 1 end
  return 0
end

local function load(number)
  local k, v = 2 + (number - 1) * 3, 7 + (number - 1) * 7
  local a = {
    account = KEYS[k], leases = KEYS[k + 1], expiries = KEYS[k + 2],
    limit = tonumber(ARGV[v]), warnFrom = tonumber(ARGV[v + 1]), bucketMs = tonumber(ARGV[v + 2]), spanMs = tonumber(ARGV[v + 3]),
    forgetAfterMs = tonumber(ARGV[v + 4]), keepMs = tonumber(ARGV[v + 5]), rejects = ARGV[v + 6] == '1',
    buckets = {}, dirty = {}, used = 0, reserved = 0, running = 0, level = 0, granted = 0,
  }
  a.window = int(a.bucketMs) .. ' ' .. int(a.spanMs)
  local raw = redis.call('HGETALL', a.account)
  a.known = #raw > 0
  local window = a.window
  for i = 1, #raw, 2 do
    local field, value = raw[i], raw[i + 1]
    local index = tonumber(field)
    if index then
      a.buckets[index] = tonumber(value)
      a.used = a.used + tonumber(value)
    elseif field == 'seen' then a.seen = tonumber(value)
    elseif field == 'changed' then a.changed = tonumber(value)
    elseif field == 'level' then a.level = tonumber(value)
    elseif field == 'window' then window = value
    elseif field == 'reserved' then a.reserved = tonumber(value)
    elseif field == 'running' then a.running = tonumber(value)
    end
  end

  -- The clock was set back: expiries move with it, so that each still has the same time left.
  if a.seen and a.seen > now then
    local back = a.seen - now
    if a.changed then a.changed = a.changed - back end
    for _, member in ipairs(redis.call('ZRANGE', a.expiries, 0, -1)) do redis.call('ZINCRBY', a.expiries, int(-back), member) end
  end

  for _, member in ipairs(redis.call('ZRANGEBYSCORE', a.expiries, '-inf', int(now))) do
    if not drop(a, member) then redis.call('ZREM', a.expiries, member) end
  end

  local forgotten = a.forgetAfterMs > 0 and a.changed and now - a.changed >= a.forgetAfterMs and redis.call('ZCARD', a.expiries) == 0
  local current, oldest = 0, 0
  if a.bucketMs > 0 then
    current = math.floor(now / a.bucketMs)
    oldest = math.floor((now - a.spanMs) / a.bucketMs)
  end
  a.current = current
  local stale = {}
  for index in pairs(a.buckets) do
    if forgotten or window ~= a.window or index < oldest or index > current then stale[#stale + 1] = index end
  end
  -- Tokens in future buckets, or in buckets of another window, count as spent now.
  for _, index in ipairs(stale) do
    local amount = a.buckets[index]
    forget(a, index)
    if not forgotten and (window ~= a.window or index >= oldest) then a.moved = (a.moved or 0) + amount end
  end
  if a.moved then spend(a, current, a.moved) end
  a.before = math.min(a.level, levelOf(a))
  return a
end

local accounts = {}
for number = 1, (#KEYS - 1) / 3 do accounts[number] = load(number) end

local function available(a) return a.limit - a.used - a.reserved end
local function clamp(wanted, most) return math.max(0, math.min(wanted, most)) end
local outcome = 'done'
`

const save = `
local answer = { outcome, now }
for _, a in ipairs(accounts) do
  local after = levelOf(a)
  if a.known or a.changed then
    for index in pairs(a.dirty) do
      if a.buckets[index] then redis.call('HSET', a.account, int(index), int(a.buckets[index]))
      else redis.call('HDEL', a.account, int(index)) end
    end
    redis.call('HSET', a.account, 'seen', int(now), 'level', after, 'window', a.window, 'reserved', int(a.reserved), 'running', int(a.running))
    if a.changed then redis.call('HSET', a.account, 'changed', int(a.changed)) end
    for _, key in ipairs({ a.account, a.leases, a.expiries }) do
      if a.keepMs > 0 then redis.call('PEXPIRE', key, int(a.keepMs)) else redis.call('PERSIST', key) end
    end
  end
  local expiry = redis.call('ZRANGE', a.expiries, 0, 0, 'WITHSCORES')[2]
  local state = { a.used, a.reserved, a.running, a.granted, a.before, after, a.changed or -1, expiry and tonumber(expiry) or -1 }
  if a.used >= a.limit then
    local indexes = {}
    for index in pairs(a.buckets) do indexes[#indexes + 1] = index end
    table.sort(indexes)
    for _, index in ipairs(indexes) do
      state[#state + 1] = index
      state[#state + 1] = a.buckets[index]
    end
  end
  answer[#answer + 1] = state
end
return answer
`

const bodies = {
  reserve: `
if settled then outcome = 'settled' end
for _, a in ipairs(accounts) do
  a.own = lease(a, id)
  if outcome == 'done' and a.rejects and not a.own and available(a) <= 0 then outcome = 'refused' end
end
if outcome == 'done' then
  for _, a in ipairs(accounts) do
    if a.own then
      a.granted = a.own.held
    else
      a.granted = clamp(tokens, available(a))
      hold(a, a.granted, 0)
      a.changed = now
    end
  end
end
`,
  extend: `
if settled then
  outcome = 'settled'
else
  for _, a in ipairs(accounts) do
    local own = lease(a, id)
    a.granted = clamp(tokens, available(a) + (own and own.held or 0))
    hold(a, math.max(running, a.granted), running)
    a.changed = now
  end
end
`,
  settle: `
if settled then
  outcome = 'settled'
else
  redis.call('SET', KEYS[1], int(now), 'PX', int(remember))
  for _, a in ipairs(accounts) do
    drop(a, id)
    spend(a, a.current, tokens)
    a.changed = now
  end
end
`,
  write: `
for _, a in ipairs(accounts) do
  for index in pairs(a.buckets) do a.dirty[index] = true end
  a.buckets, a.used = {}, 0
  spend(a, a.current, tokens)
  a.changed = now
  a.before = levelOf(a)
end
`,
  read: '',
}

export type ScriptName = keyof typeof bodies

export interface RedisScript {
  text: string
  sha: string
}

export const scripts = Object.fromEntries(
  Object.entries(bodies).map(([verb, body]) => {
    const text = load + body + save
    return [verb, { text, sha: createHash('sha1').update(text).digest('hex') }]
  }),
) as Record<ScriptName, RedisScript>
