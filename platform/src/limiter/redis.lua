-- One operation on one counter: the same as transition.rs, in one atomic step.
-- KEYS: counter. ARGV: ask, attempts, window, window_ms, block_ms, delay, streak_max,
-- now_ms (0: this server's time), offset_ms.
local FORGOTTEN_AFTER, DAY = 86400000, 86400000
local hit, refund = ARGV[1] == 'hit', ARGV[1] == 'refund'
local STEPS = { 60000, 300000, 900000, 3600000 }
local attempts, window, window_ms = tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local block_ms, delay, streak_max = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local now = tonumber(ARGV[8])
if now == 0 then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(ARGV[9])
end

local row = redis.call('HMGET', KEYS[1], 'hits', 'streak', 'start', 'blocked', 'last')
local hits, streak = tonumber(row[1] or 0), tonumber(row[2] or 0)
local start, blocked, last = tonumber(row[3] or 0), tonumber(row[4] or 0), tonumber(row[5] or 0)

local function window_end()
  if window == 'fixed' then return start + window_ms end
  if window == 'quiet' then return last + window_ms end
  return (math.floor(start / DAY) + 1) * DAY
end

if last == 0 or now >= math.max(last, blocked) + FORGOTTEN_AFTER then
  hits, streak, start, blocked, last = 0, 0, 0, 0, 0
elseif blocked ~= 0 then
  if now >= blocked then
    hits, blocked = 0, 0
    if streak_max > 0 and streak >= streak_max then streak, start, last = 0, 0, 0 end
  end
elseif hits > 0 and now >= window_end() then
  hits = 0
end

local function whole(n) return string.format('%.0f', n) end
local function store()
  redis.call('HSET', KEYS[1], 'hits', whole(hits), 'streak', whole(streak), 'start', whole(start),
    'blocked', whole(blocked), 'last', whole(last))
  redis.call('PEXPIRE', KEYS[1], whole(math.max(last, blocked) + FORGOTTEN_AFTER - now))
end

if refund then
  if hits > 0 then
    hits, streak = hits - 1, math.max(streak - 1, 0)
    if hits == 0 and streak == 0 then
      redis.call('DEL', KEYS[1])
    else
      if hits < attempts and not (streak_max > 0 and streak >= streak_max) then blocked = 0 end
      store()
    end
  end
  return { 1, math.max(attempts - hits, 0), 0 }
end

local free_at = blocked
if hits >= attempts then free_at = math.max(free_at, window_end()) end
if delay == 1 and hits > 0 then
  free_at = math.max(free_at, last + math.min(1000 * 2 ^ math.min(hits - 1, 5), 30000))
elseif delay == 2 and hits > 0 then
  free_at = math.max(free_at, last + STEPS[math.min(hits, #STEPS)])
end
local left = math.max(attempts - hits, 0)
if free_at > now then
  if blocked > now then left = 0 end
  return { 0, left, free_at - now }
end

if hit then
  if hits == 0 then start = now end
  hits, streak, last = hits + 1, streak + 1, now
  if streak_max > 0 and streak >= streak_max then
    blocked = now + FORGOTTEN_AFTER
  elseif hits >= attempts and block_ms > 0 then
    blocked = now + block_ms
  end
  left = math.max(attempts - hits, 0)
  store()
end
return { 1, left, 0 }
