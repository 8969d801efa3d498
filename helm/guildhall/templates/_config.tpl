{{/*
Settings of the program. Each of the two files is built as a dictionary, so that `settings` can add to it, and is then
written as TOML. Secrets are only paths: see _secrets.tpl.
*/}}

{{- define "guildhall.tomlValue" -}}
{{- if kindIs "map" . -}}
{ {{- $separator := " " }}
{{- range $name, $value := . }}{{ if not (kindIs "invalid" $value) }}
{{- $separator }}{{ $name | toRawJson }} = {{ include "guildhall.tomlValue" $value }}
{{- $separator = ", " }}
{{- end }}{{ end }} }
{{- else if kindIs "slice" . -}}
[{{ range $at, $value := . }}{{ if $at }}, {{ end }}{{ include "guildhall.tomlValue" $value }}{{ end }}]
{{- else -}}
{{ toRawJson . }}
{{- end -}}
{{- end -}}

{{/* A file of one level of sections; sorted, so that it is the same each time. */}}
{{- define "guildhall.toml" -}}
{{- range $name, $value := . }}{{ if not (kindIs "map" $value) -}}
{{ $name }} = {{ include "guildhall.tomlValue" $value }}
{{ end }}{{ end -}}
{{- range $section, $fields := . }}{{ if kindIs "map" $fields }}
[{{ $section }}]
{{- range $field, $value := $fields }}{{ if not (kindIs "invalid" $value) }}
{{ $field }} = {{ include "guildhall.tomlValue" $value }}
{{- end }}{{ end }}
{{ end }}{{ end -}}
{{- end -}}

{{/* Settings that the edges and everything behind them share. */}}
{{- define "guildhall.config.common" -}}
{{- $server := dict
  "main_origin" .Values.site.mainOrigin
  "portal_domain" .Values.site.portalDomain
  "main_aliases" .Values.site.mainAliases
  "admin_listen" (printf "%s:9090" .Values.listenAddress)
  "shutdown_delay_s" (int .Values.shutdown.delaySeconds)
  "drain_timeout_s" (int .Values.shutdown.drainSeconds) -}}
{{- $config := dict
  "data_dir" "/var/lib/guildhall"
  "server" $server
  "telemetry" (dict "log_format" .Values.logs.format "log_filter" .Values.logs.filter) -}}
{{- if .Values.google.clientId -}}
{{- $_ := set $config "google" (dict
  "issuer" .Values.google.issuer
  "client_id" .Values.google.clientId
  "client_secret_file" "/run/secrets/guildhall/google_client_secret") -}}
{{- end -}}
{{- toJson $config -}}
{{- end -}}

{{- define "guildhall.config.edge" -}}
{{- $listen := .Values.listenAddress -}}
{{- $control := include "guildhall.headlessHost" (dict "root" . "role" "control-plane") -}}
{{- $server := dict
  "listen" (printf "%s:8080" $listen)
  "trusted_proxies" .Values.edge.trustedProxies
  "proxy_protocol" .Values.edge.proxyProtocol
  "runtime_url" (printf "http://%s:8080" (include "guildhall.headlessHost" (dict "root" . "role" "runtime")))
  "control_url" (printf "http://%s:8080" $control)
  "feed_url" (printf "http://%s:9091" $control) -}}
{{- if .Values.edge.tls.enabled -}}
{{- $_ := set $server "tls_listen" (printf "%s:8443" $listen) -}}
{{- $_ := set $server "plain_listen" (printf "%s:8080" $listen) -}}
{{- end -}}
{{- $own := dict
  "server" $server
  "edge" (dict
    "health_checks" .Values.edge.healthChecks
    "drain_spread_s" (int .Values.shutdown.spreadSeconds))
  "security" (dict
    "context_key_file" "/run/secrets/guildhall/context_key"
    "feed_token_file" "/run/secrets/guildhall/feed_token") -}}
{{- /* An edge has no use for the settings of servers that it cannot reach. */ -}}
{{- $settings := omit .Values.settings "database" "redis" "blob" "mail" "certificates" "limits" -}}
{{- $config := include "guildhall.config.common" . | fromJson -}}
{{- include "guildhall.toml" (mergeOverwrite $config $own (deepCopy $settings)) -}}
{{- end -}}

{{- define "guildhall.config.services" -}}
{{- $listen := .Values.listenAddress -}}
{{- $secrets := "/run/secrets/guildhall" -}}
{{- $own := dict
  "server" (dict
    "listen" (printf "%s:8080" $listen)
    "internal_listen" (printf "%s:9091" $listen))
  "database" (dict
    "url_file" (printf "%s/database_url" $secrets)
    "max_connections" (int .Values.database.maxConnections))
  "redis" (dict "url_file" (printf "%s/redis_url" $secrets))
  "mail" (dict
    "from" .Values.mail.from
    "smtp_url_file" (printf "%s/smtp_url" $secrets))
  "security" (dict
    "context_key_file" (printf "%s/context_key" $secrets)
    "feed_token_file" (printf "%s/feed_token" $secrets)
    "token_key_file" (printf "%s/token_key" $secrets))
  "limits" (dict "replicas" (max 1 (include "guildhall.maxReplicas" .Values.runtime | int))) -}}
{{- if .Values.blob.existingClaim -}}
{{- $_ := set $own "blob" (dict "url" "/var/lib/guildhall-blobs") -}}
{{- else -}}
{{- $_ := set $own "blob" (dict
  "url" .Values.blob.url
  "access_key_file" (printf "%s/blob_access_key" $secrets)
  "secret_key_file" (printf "%s/blob_secret_key" $secrets)) -}}
{{- end -}}
{{- if .Values.mail.reports.returnPath -}}
{{- $_ := set $own.mail "return_path" .Values.mail.reports.returnPath -}}
{{- $_ := set $own.mail "feedback_listen" (printf "%s:2525" $listen) -}}
{{- end -}}
{{- if .Values.mail.ca.configMap -}}
{{- $_ := set $own.mail "smtp_ca_file" (printf "%s/smtp_ca" $secrets) -}}
{{- end -}}
{{- if include "guildhall.hasCertificates" . -}}
{{- $_ := set $own "certificates" (include "guildhall.config.certificates" . | fromJson) -}}
{{- end -}}
{{- $config := include "guildhall.config.common" . | fromJson -}}
{{- include "guildhall.toml" (mergeOverwrite $config $own (deepCopy .Values.settings)) -}}
{{- end -}}

{{- define "guildhall.config.certificates" -}}
{{- $secrets := "/run/secrets/guildhall" -}}
{{- $issuers := list -}}
{{- range $at, $issuer := .Values.certificates.issuers -}}
{{- $written := dict "name" $issuer.name "directory" $issuer.directory "caa" (default list $issuer.caa) -}}
{{- range $ours, $theirs := dict "contact" "contact" "profile" "profile" "eabKeyId" "eab_key_id" "requestTimeoutSeconds" "request_timeout_s" "limits" "limits" -}}
{{- if hasKey $issuer $ours -}}
{{- $_ := set $written $theirs (get $issuer $ours) -}}
{{- end -}}
{{- end -}}
{{- if $issuer.eabSecret -}}
{{- $_ := set $written "eab_key_file" (printf "%s/eab_key_%d" $secrets $at) -}}
{{- end -}}
{{- if $issuer.rootConfigMap -}}
{{- $_ := set $written "root_file" (printf "%s/acme_root_%d" $secrets $at) -}}
{{- end -}}
{{- $issuers = append $issuers $written -}}
{{- end -}}
{{- $certificates := dict "issuers" $issuers "addresses" .Values.certificates.addresses -}}
{{- if .Values.certificates.resolvers -}}
{{- $_ := set $certificates "resolvers" .Values.certificates.resolvers -}}
{{- end -}}
{{- with .Values.certificates.dnsUpdate -}}
{{- if .server -}}
{{- $_ := set $certificates "dns_update" (dict
  "server" .server
  "zone" .zone
  "key_name" .keyName
  "key_file" (printf "%s/tsig_key" $secrets)
  "propagation_ms" (int .propagationMs)) -}}
{{- end -}}
{{- end -}}
{{- toJson $certificates -}}
{{- end -}}
