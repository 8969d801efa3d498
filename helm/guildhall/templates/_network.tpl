{{/* Egress rule to one server: its peers, or every address, on its port only. */}}
{{- define "guildhall.egressTo" -}}
- ports:
    - port: {{ .port }}
      protocol: TCP
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* The cluster's name service, and the resolvers that check custom domains. */}}
{{- define "guildhall.egressToNames" -}}
- ports:
    - port: 53
      protocol: UDP
    - port: 53
      protocol: TCP
{{- end -}}

{{/* Egress of the roles behind the edges. */}}
{{- define "guildhall.egressOfServices" -}}
{{- with .Values.networkPolicy -}}
{{ include "guildhall.egressTo" .database }}
{{ include "guildhall.egressTo" .redis }}
{{- if not $.Values.blob.existingClaim }}
{{ include "guildhall.egressTo" .blob }}
{{- end }}
{{ include "guildhall.egressTo" .mail }}
{{- if .web }}
- ports:
    - port: 80
      protocol: TCP
    - port: 443
      protocol: TCP
{{- end }}
{{- end }}
{{- with .Values.certificates.dnsUpdate.server }}
- ports:
    - port: {{ splitList ":" . | last }}
      protocol: TCP
    - port: {{ splitList ":" . | last }}
      protocol: UDP
{{- end }}
{{- end -}}
